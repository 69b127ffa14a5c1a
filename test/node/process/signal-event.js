'use strict';
// A signal is an event with its name and number while somebody listens, and does not keep us alive.
const assert = require('assert');

let got;
process.once('SIGUSR2', (name, number) => {
  got = [name, number];
  clearTimeout(timer);
});
const timer = setTimeout(() => assert.fail('no signal'), 5000);
process.kill(process.pid, 'SIGUSR2');
process.on('exit', () => assert.deepStrictEqual(got, ['SIGUSR2', 12]));
// A listener that stays does not keep us alive: else this program would never end.
process.on('SIGHUP', () => {});

// When its last listener is removed, a signal has its default effect again.
const text = `
  const listener = () => {};
  process.on('SIGUSR2', listener).removeListener('SIGUSR2', listener);
  process.kill(process.pid, 'SIGUSR2');
  setTimeout(() => {}, 5000);`;
const { signal } = require('child_process').spawnSync(process.execPath, ['-e', text]);
assert.strictEqual(signal, 'SIGUSR2');
assert.throws(() => process.on('SIGKILL', () => {}),
              { code: 'EINVAL', syscall: 'uv_signal_start' });
assert.throws(() => process.kill(process.pid, 'SIGNONE'), { code: 'ERR_UNKNOWN_SIGNAL' });
