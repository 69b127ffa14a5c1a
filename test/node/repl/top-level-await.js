// `await` at the top level: declarations, functions and classes stay, the value is that of the last
// expression, a rejection is an error, lines that come meanwhile wait.
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

(async () => {
  const { server, send } = session({ ignoreUndefined: true });
  assert.strictEqual(await send('await Promise.resolve(123)'), '123\n> ');
  assert.strictEqual(await send('const v = await 5, w = v + 1', '[v, w]'), '> [ 5, 6 ]\n> ');
  assert.match(await send('v = 1'), /^Uncaught TypeError: Assignment to constant variable/);
  assert.strictEqual(await send('let { p, q = await 7 } = { p: 1 }; class K {}; ' +
    'function f() { return [p, q, typeof K] }; await null; f()'), "[ 1, 7, 'function' ]\n> ");
  assert.strictEqual(await send('f()', 'typeof K'), "[ 1, 7, 'function' ]\n> 'function'\n> ");
  assert.strictEqual(await send('if (true) { await 1 }'), '> ');
  assert.strictEqual(await send('var sum = 0; for await (const n of [1, 2, 3]) sum += n', 'sum'),
                     '> 6\n> ');
  assert.match(await send('await Promise.reject(new Error("no"))'), /^Uncaught Error: no\n/);
  assert.strictEqual(await send('await Promise.reject(undefined)'), 'Uncaught undefined\n> ');
  assert.strictEqual(await send('await new Promise((r) => setTimeout(r, 20, "first"))', '"second"'),
                     "'first'\n> 'second'\n> ");
  // Not at the top level: nothing changes.
  assert.strictEqual(await send('(async () => await 1).name', '({ await: 2 }).await'),
                     "''\n> 2\n> ");
  assert.match(await send('(await import("node:path")).sep'), /^'\/'\n/);
  await close(server);
})();
