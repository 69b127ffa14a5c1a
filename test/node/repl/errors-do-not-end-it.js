// Errors of timers, promises and listeners are printed by the REPL that started them, which goes
// on.
// differs from Node: the prompt is shown again after an error that handleError() ignores
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

const until = (output, pattern) => new Promise((resolve) => {
  let text = '';
  output.on('data', function read(part) {
    text += part;
    if (!pattern.test(text))
      return;
    output.removeListener('data', read);
    resolve(text);
  });
});

let isDone = false;
process.on('exit', () => assert.ok(isDone));

(async () => {
  const first = session();
  const second = session();
  const printed = [until(first.output, /one/), until(second.output, /two/)];
  await first.send('setTimeout(() => { throw new Error("one") }, 5); 0');
  await second.send('Promise.resolve().then(() => { throw new Error("two") }); 0');
  const texts = await Promise.all(printed);
  assert.match(texts[0], /Uncaught Error: one\n/);
  assert.doesNotMatch(texts[0], /two/);
  assert.match(texts[1], /Uncaught Error: two\n/);
  assert.strictEqual(await first.send('_error.message', '1'), "'one'\n> 1\n> ");
  await close(first.server);
  await close(second.server);

  // handleError decides.
  let seen;
  const own = session({ handleError(error) { seen = error; return 'ignore'; } });
  assert.strictEqual(await own.send('throw new Error("quiet")'), '> ');
  assert.strictEqual(seen.message, 'quiet');
  await close(own.server);
  isDone = true;
})();
