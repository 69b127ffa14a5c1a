// let, const and class can be declared again; a constant cannot be assigned to; names are seen by
// later input and by functions.
// differs from Node: its REPL refuses to declare a name again
'use strict';
const assert = require('assert');
const { session, close } = require('./fixtures/session');

(async () => {
  for (const useGlobal of [false, true]) {
    const { server, send } = session({ useGlobal, ignoreUndefined: true });
    assert.strictEqual(await send('const a = 1', 'const a = 2', 'a'), '> > 2\n> ');
    assert.match(await send('a = 3'), /^Uncaught TypeError: Assignment to constant variable\.\n/);
    assert.strictEqual(await send('a', 'let a = 4; a += 1', 'a'), '2\n> 5\n> 5\n> ');
    assert.strictEqual(await send('class K { m() { return 1 } }', 'class K { m() { return 2 } }',
                                  'new K().m()'), '> > 2\n> ');
    assert.strictEqual(await send('const { x, y: [z = 3, ...rest], ...others } = ' +
      '{ x: 1, y: [undefined, 5], w: 6 }', '[x, z, rest, others]'),
                       '> [ 1, 3, [ 5 ], { w: 6 } ]\n> ');
    assert.strictEqual(await send('let n = 1', 'const read = () => n', 'n = 2', 'read()'),
                       '> > 2\n> 2\n> ');
    // Twice in one input is a mistake.
    assert.match(await send('let q = 1; let q = 2'), /^Uncaught SyntaxError: .*'?q'?/);
    assert.match(await send('q'), /^Uncaught ReferenceError: q is not defined/);
    // A name that is a global is the user's from then on, and only in this context.
    assert.strictEqual(await send('let fs = 1', 'fs'), '> 1\n> ');
    await close(server);
  }
  assert.strictEqual(typeof require('fs').readFile, 'function');
})();
