'use strict';
// A full device refuses every write. console ignores the error, but listeners of the stream hear of
// each one; and a program without listeners goes on when it printed only once.
const assert = require('assert');
const fs = require('fs');
const { spawnSync } = require('child_process');

function run(code, fd) {
  const full = fs.openSync('/dev/full', 'w');
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
  stdio[fd] = full;
  const { status, output } = spawnSync(process.execPath, ['-e', code], {
    stdio, encoding: 'utf8', timeout: 100000,
  });
  fs.closeSync(full);
  return [status, output[3]];
}

for (const [stream, method, fd] of [['stdout', 'log', 1], ['stderr', 'error', 2]]) {
  const heard = `
    process.${stream}.on('error', (e) => fs.writeSync(3, e.code + ' ' + e.syscall + ' '));
    let n = 0;
    (function again() { console.${method}(n); if (n++ < 2) setTimeout(again, 1); })();`;
  assert.deepStrictEqual(run(heard, fd), [0, 'ENOSPC write ENOSPC write ENOSPC write ']);
  // Made after the first error, the listener hears of the second.
  assert.deepStrictEqual(run(`console.${method}('x'); setTimeout(() => {${heard}}, 1)`, fd),
                         [0, 'ENOSPC write ENOSPC write ENOSPC write ']);
  assert.deepStrictEqual(run(`for (let i = 0; i < 3; i++) console.${method}({ i })`, fd), [0, '']);
  assert.deepStrictEqual(
    run(`setInterval(() => console.${method}('x'), 1);
         process.on('exit', (code) => fs.writeSync(3, String(code)));`, fd), [1, '1']);
}
