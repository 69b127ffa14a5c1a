// NODE_OPTIONS in a worker's env are its options: --trace-exit names the line that called exit.
const assert = require('assert');
const { spawnSync } = require('child_process');
const { Worker, isMainThread } = require('worker_threads');

if (process.argv[2] === 'child' && isMainThread) {
  const env = { ...process.env, NODE_OPTIONS: '--trace-exit' };
  new Worker(__filename, { env }).on('exit', (code) => assert.strictEqual(code, 3));
} else if (!isMainThread) {
  setImmediate(() => process.exit(3));
} else {
  const { status, stderr } = spawnSync(process.execPath, [__filename, 'child'],
                                       { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  assert.match(stderr, /^\(node:\d+, thread:1\) WARNING: Exited the environment with code 3\n/);
  assert.match(stderr, /options-of-a-worker-come-from-its-env\.js:10:/);
  assert.throws(() => new Worker('', { eval: true, env: { NODE_OPTIONS: '--title=a' } }),
                { code: 'ERR_WORKER_INVALID_EXEC_ARGV' });
}
