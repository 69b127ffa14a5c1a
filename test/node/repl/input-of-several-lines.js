// Input that is not complete goes on in the next line; what cannot become a program is an error at
// once. A command is seen between the lines, a line that only looks like one is not.
'use strict';
const assert = require('assert');
const { session } = require('./fixtures/session');

const MORE = ['function f() {', '(', '[1,', '{ a:', '{ "a":', '`text', '`a ${', '/* note', '1 +',
              "'text\\", 'class A {', 'if (true)', 'x =>', 'async () => {', 'await f(',
              'for (const x of [', 'a ?'];
const WRONG = ['a b', ')', "'text", '3.5e', '[] \\', 'x = {\nfield\n{', '...[]', 'await x y',
               'return 1', '/(/', '{ a: 1 }.a;'];

(async () => {
  const { server, send, input } = session();
  for (const text of MORE) {
    assert.strictEqual(await send(text), '| ', text);
    assert.strictEqual(await send('.break'), '> ', text);
  }
  for (const text of WRONG) {
    const lines = text.split('\n');
    assert.match(await send(...lines), /^(?:\| )*Uncaught:?\sSyntaxError: /, text);
  }
  assert.strictEqual(await send('("a"', '.charAt(0))'), "| 'a'\n> ");
  assert.strictEqual(await send('.5'), '0.5\n> ');
  assert.strictEqual(await send('function g() {', 'return 1', '}', 'g()'),
                     '| | undefined\n> 1\n> ');
  assert.strictEqual(await send('.nothing'), 'Invalid REPL keyword\n> ');
  assert.strictEqual(await send('.toString'), 'Invalid REPL keyword\n> ');
  assert.match(await send('import fs from "fs"'), /const \{ default: fs \} = await import\("fs"\)/);
  input.end();
  await new Promise((resolve) => server.once('exit', resolve));
})();
