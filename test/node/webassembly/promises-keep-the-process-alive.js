'use strict';
// Compiling for a promise keeps the process alive until it is settled, and a rejection that nobody
// handles is reported.
const assert = require('assert');
const { spawnSync } = require('child_process');

const EMPTY = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])';
const run = (code) => spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });

const compiled = run(`WebAssembly.compile(${EMPTY})
  .then((m) => console.log(m instanceof WebAssembly.Module))`);
assert.strictEqual(compiled.stdout, 'true\n');
const instantiated = run(`WebAssembly.instantiate(${EMPTY}, {}).then(({ instance }) =>
  WebAssembly.instantiate(new WebAssembly.Module(${EMPTY}))
    .then((second) => console.log(typeof second)))`);
assert.strictEqual(instantiated.stdout, 'object\n');

const rejected = run('WebAssembly.compile(new Uint8Array(3))');
assert.strictEqual(rejected.status, 1);
assert.match(rejected.stderr, /CompileError/);
const caught = run('WebAssembly.compile(new Uint8Array(3)).catch((e) => console.log(e.name))');
assert.strictEqual(caught.stdout, 'CompileError\n');
assert.strictEqual(caught.status, 0);

// What settles at once holds nothing.
const settled = run('WebAssembly.compile(5).catch((e) => console.log(e.name))');
assert.strictEqual(settled.stdout, 'TypeError\n');
