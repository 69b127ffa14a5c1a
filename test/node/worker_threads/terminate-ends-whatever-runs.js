// terminate() ends a worker in an endless loop, in promise jobs without end, in Atomics.wait(), in
// execSync(), in a sleeping loop, in a read without end and in a catch-all; the promise has the
// exit code 1.
const assert = require('assert');
const { Worker } = require('worker_threads');

const programs = [
  'say(); while (true);',
  'say(); for (;;) { try { while (true); } catch {} finally { while (true); } }',
  'say(); (function again() { Promise.resolve().then(again); })();',
  'say(); (function again() { process.nextTick(again); })();',
  'say(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'say(); require("child_process").execSync("sleep 100");',
  'say(); setInterval(() => {}, 1000);',
  'require("fs").readFile("/dev/zero", () => {}); say();',
  'process.on("exit", () => { while (true); }); say(); process.exit();',
  'say(); require("vm").runInThisContext("while (true);", { timeout: 100000 });',
];
let left = programs.length;
for (const program of programs) {
  const worker = new Worker(
    `const say = () => require("worker_threads").parentPort.postMessage(1); ${program}`,
    { eval: true });
  worker.on('error', assert.fail);
  worker.once('message', async () => {
    assert.strictEqual(await worker.terminate(), 1, program);
    assert.strictEqual(worker.threadId, -1);
    assert.strictEqual(await worker.terminate(), undefined);
    left--;
  });
}
process.on('exit', () => assert.strictEqual(left, 0));
