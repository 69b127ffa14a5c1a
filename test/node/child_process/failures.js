'use strict';
// A program that is not there is told by 'error'; kill() ends a child by its signal.
const assert = require('assert');
const { spawn, execFile, spawnSync } = require('child_process');

let events = 0;
spawn('/no/such/program', ['a']).on('error', (error) => {
  events++;
  assert.strictEqual(error.code, 'ENOENT');
  assert.strictEqual(error.syscall, 'spawn /no/such/program');
  assert.deepStrictEqual(error.spawnargs, ['a']);
});
const sleeper = spawn('sleep', ['60']);
sleeper.on('exit', (code, signal) => {
  events++;
  assert.deepStrictEqual([code, signal, sleeper.killed], [null, 'SIGINT', true]);
});
assert.ok(sleeper.kill('SIGINT'));
execFile('sh', ['-c', 'echo out; exit 5'], (error, stdout) => {
  events++;
  assert.deepStrictEqual([error.code, error.killed, error.signal, stdout],
                         [5, false, null, 'out\n']);
});
execFile('yes', { maxBuffer: 100 }, (error, stdout) => {
  events++;
  assert.deepStrictEqual([error.code, stdout],
                         ['ERR_CHILD_PROCESS_STDIO_MAXBUFFER', 'y\n'.repeat(50)]);
});
const { error } = spawnSync('/no/such/program');
assert.strictEqual(error.code, 'ENOENT');
assert.throws(() => spawn(''), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => spawn('a', { stdio: 'no' }), { code: 'ERR_INVALID_ARG_VALUE' });
process.on('exit', () => assert.strictEqual(events, 4));
assert.throws(() => spawn('a', [], { serialization: 'other' }), {
  code: 'ERR_INVALID_ARG_VALUE',
  message: "The property 'options.serialization' must be one of: undefined, 'json', 'advanced'. " +
    "Received 'other'",
});
