'use strict';
// Every console method that prints: the first refused write is forgotten, the second one is an
// uncaught 'error' of process.stdout or process.stderr, which ends the program with code 1.
const assert = require('assert');
const { spawn } = require('child_process');

const METHODS = {
  log: 1, info: 1, debug: 1, dir: 1, dirxml: 1, table: 1, count: 1, group: 1, timeLog: 1,
  warn: 2, error: 2, trace: 2,
};

function check(name, fd) {
  const child = spawn(process.execPath, ['-e', `
    console.time('x');
    process.stdin.on('end', () => setInterval(() => console.${name}('x'), 1)).resume();`],
    { timeout: 100000 });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  const pipe = fd === 1 ? child.stdout : child.stderr;
  pipe.destroy();
  pipe.on('close', () => child.stdin.end());
  child.on('close', (code, signal) => {
    assert.strictEqual(signal, null, name);
    assert.strictEqual(code, 1, name);
    if (fd === 1)
      assert.match(errors, /Unhandled 'error' event[^]*write EPIPE[^]*code: 'EPIPE'/, name);
  });
}

for (const name of Object.keys(METHODS))
  check(name, METHODS[name]);
