// A worker has its own arguments, environment and standard streams; what belongs to the whole
// process cannot be changed from it.
const assert = require('assert');
const { Worker, SHARE_ENV, setEnvironmentData } = require('worker_threads');

setEnvironmentData('key', { nested: 1 });
const program = `
  const { getEnvironmentData, parentPort, threadName, isMainThread } = require('worker_threads');
  const channel = ['channel', 'connected', 'disconnect', 'send'].map((name) => {
    try { return typeof process[name]; } catch (error) { return error.code; }
  });
  const codes = [() => process.chdir('/'), () => process.umask(0), () => process.setuid(0),
                 () => process.abort()].map((call) => {
    try { return call(); } catch (error) { return error.code; }
  });
  process.on('SIGUSR2', () => {});
  process.env.FROM_WORKER = 'set';
  process.stdin.setEncoding('utf8').on('data', (text) => process.stdout.write(text.toUpperCase()));
  console.error('to stderr');
  parentPort.postMessage({
    codes, channel, args: process.argv.slice(2), env: { ...process.env }, name: threadName,
    isMainThread, data: getEnvironmentData('key'), umask: typeof process.umask(),
  });
`;

function run(options) {
  return new Promise((resolve) => {
    const worker = new Worker(
      program, { eval: true, stdin: true, stdout: true, stderr: true, ...options });
    const result = { out: '', err: '' };
    worker.stdout.setEncoding('utf8').on('data', (text) => result.out += text);
    worker.stderr.setEncoding('utf8').on('data', (text) => result.err += text);
    worker.on('message', (message) => result.message = message);
    worker.stdin.end('input');
    worker.on('exit', (code) => resolve({ ...result, code }));
  });
}

(async () => {
  process.env.OF_MAIN = 'main';
  const own = await run({ argv: ['a', 1], env: { ONLY: 'this' }, name: 'helper' });
  assert.strictEqual(own.code, 0);
  assert.strictEqual(own.out, 'INPUT');
  assert.strictEqual(own.err, 'to stderr\n');
  assert.deepStrictEqual(own.message, {
    codes: Array(4).fill('ERR_WORKER_UNSUPPORTED_OPERATION'), args: ['a', '1'],
    channel: Array(4).fill('undefined'),
    env: { ONLY: 'this', FROM_WORKER: 'set' }, name: 'helper', isMainThread: false,
    data: { nested: 1 }, umask: 'number',
  });
  const withChannel = await run({ env: { NODE_CHANNEL_FD: 'a number' } });
  assert.deepStrictEqual(withChannel.message.channel, [
    'ERR_WORKER_UNSUPPORTED_OPERATION', 'ERR_WORKER_UNSUPPORTED_OPERATION', 'function', 'function',
  ]);
  const copied = await run({});
  assert.strictEqual(copied.message.env.OF_MAIN, 'main');
  assert.strictEqual(process.env.FROM_WORKER, undefined);
  await run({ env: SHARE_ENV });
  assert.strictEqual(process.env.FROM_WORKER, 'set');
  assert.ok(Object.keys(process.env).includes('FROM_WORKER'));
})();
