// Values are printed by util.inspect(); `_` is the last one until it is assigned, `_error` the last
// error.
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

(async () => {
  const { server, send } = session();
  assert.strictEqual(await send('1 + 1'), '2\n> ');
  assert.strictEqual(await send('_ * 21'), '42\n> ');
  assert.strictEqual(await send('{ a: 1 }'), '{ a: 1 }\n> ');
  assert.strictEqual(await send('{ a: 1 };'), '1\n> ');
  assert.strictEqual(await send('({ "a b": [1, 2] })'), "{ 'a b': [ 1, 2 ] }\n> ");
  assert.strictEqual(await send('undefined'), 'undefined\n> ');
  assert.strictEqual(await send(''), '> ');
  assert.strictEqual(await send('_ = 7', '1', '_'),
                     'Expression assignment to _ now disabled.\n7\n> 1\n> 7\n> ');
  assert.match(await send('throw new RangeError("far")'),
               /^Uncaught RangeError: far\n {4}at REPL\d+:1:\d+\n> $/);
  assert.strictEqual(await send('_error.message'), "'far'\n> ");
  assert.strictEqual(await send('throw null'), 'Uncaught null\n> ');
  assert.strictEqual(await send('throw undefined'), 'Uncaught undefined\n> ');
  assert.strictEqual(await send('throw { a: 1 }'), 'Uncaught { a: 1 }\n> ');
  await close(server);

  const quiet = session({ ignoreUndefined: true, writer: (value) => `<${value}>` });
  assert.strictEqual(await quiet.send('undefined', '5'), '> <5>\n> ');
  await close(quiet.server);
})();
