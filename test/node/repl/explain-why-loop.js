// .explain shows what input scheduled in its order, .why what keeps the process alive, .loop the
// phases, queues and pool.
// differs from Node: it has no such commands
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

(async () => {
  await new Promise(setImmediate);     // the loop turns
  const { server, send } = session({ useGlobal: true });
  const code = 'setImmediate(() => 1); setTimeout(() => 2, 1); process.nextTick(() => 3); ' +
    'Promise.resolve().then(() => 4); var timer = setTimeout(() => 5, 1e6); clearTimeout(timer); 6';
  const story = await send(`.explain ${code}`);
  const places = ['callback of the input', '\u21b3 ticks', '\u21b3 promise jobs',
                  'check: immediates', 'timers: timers that are due', 'never ran']
    .map((part) => story.indexOf(part));
  assert(places.every((at) => at >= 0), story);
  assert.deepStrictEqual(places.slice(0, 3), places.slice(0, 3).toSorted((a, b) => a - b));
  assert.match(story, /all ticks run before the promise\s+jobs/);
  assert.match(story, /timer of 1,000,000 ms.*:\s+cleared/);
  assert.match(story, /\n6\n> $/);
  // What is printed belongs to its callback.
  assert.match(await send('.explain process.nextTick(() => console.log("from the tick"))'),
               /tick.*\n.*\n(?:.*\n)*.*\u2502 from the tick\n/);
  assert.match(await send('.explain throw new Error("no")'), /Uncaught Error: no\n/);
  assert.strictEqual(await send('.explain'), 'Usage: .explain CODE\n> ');
  // The REPL goes on, and sees what was declared.
  assert.strictEqual(await send('.explain var declared = 5').then(() => send('declared')),
                     '5\n> ');

  await send('var server = net.createServer().listen(0, "127.0.0.1"); 0');
  assert.match(await send('.why'), /keeps? this process alive:\n(?:.*\n)*.*127\.0\.0\.1:\d+/);
  await send('server.close(); 0');

  const loop = await send('.loop');
  assert.match(loop, /^loop +turn \d+, \w+ phase, \d+ callbacks? so far/);
  for (const phase of ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'close'])
    assert.match(loop, new RegExp(`^  ${phase} +\\d+ +[\\d.]+ m?s +[\\d.]+ m?s$`, 'm'));
  assert.match(loop, /^queues +\d+ timers?, \d+ immediates?/m);
  assert.match(loop, /^pool +/m);
  await close(server);

  const apart = session();
  assert.match(await apart.send('.explain 1'), /^\.explain needs a REPL with the globals/);
  await close(apart.server);
})();
