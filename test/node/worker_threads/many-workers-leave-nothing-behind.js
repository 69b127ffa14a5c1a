// Workers are made and ended in all ways, at random moments: no threads and no descriptors of
// theirs are left. TEST_ROUNDS is how many (40), TEST_SEED the order; with the former, memory is
// printed.
const assert = require('assert');
const fs = require('fs');
const { Worker } = require('worker_threads');

const COUNT = +process.env.TEST_ROUNDS || 40;
const WIDTH = 4;
let state = +process.env.TEST_SEED || 1;

// A xorshift generator.
function random(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

const PROGRAMS = [
  'require("worker_threads").parentPort.postMessage(1)',
  'setInterval(() => {}, 1)',
  'for (;;);',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'require("fs").readFile(process.execPath, () => {}); setInterval(() => {}, 1000)',
  'require("net").createServer().listen(0)',
  'process.exit(3)',
  'throw new Error("expected")',
  'new (require("worker_threads").Worker)("for (;;);", { eval: true })',
];
const ENDS_BY_ITSELF = new Set([0, 6, 7]);

// What they refer to; the one that lists them is gone.
const descriptors = () => fs.readdirSync('/proc/self/fd').map((fd) => {
  try {
    return `${fd} ${fs.readlinkSync(`/proc/self/fd/${fd}`)}`;
  } catch {
    return '';
  }
}).filter((each) => each !== '');
// Of workers: the engine and the pool start threads of their own, when they need them.
const workers = () => fs.readdirSync('/proc/self/task').filter((id) => {
  try {
    return fs.readFileSync(`/proc/self/task/${id}/comm`, 'utf8') === 'WorkerThread\n';
  } catch {
    return false;    // it has ended
  }
});
const memory = () => +/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];

function one() {
  return new Promise((resolve) => {
    const which = random(PROGRAMS.length);
    const worker = new Worker(PROGRAMS[which], { eval: true, stderr: true });
    worker.on('error', (error) => assert.strictEqual(error.message, 'expected'));
    worker.on('exit', resolve);
    if (ENDS_BY_ITSELF.has(which) && random(2) === 0)
      return;
    const moment = random(4);
    if (moment === 0)
      worker.terminate();
    else if (moment === 1)
      setImmediate(() => worker.terminate());
    else if (moment === 2)
      worker.once('online', () => worker.terminate());
    else
      setTimeout(() => worker.terminate(), random(20));
  });
}

async function several(count) {
  let left = count;
  const lane = async () => {
    while (left-- > 0)
      await one();
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

async function main() {
  await several(WIDTH * 2);     // what the first workers make stays: the pool, the engine's helpers
  const before = { descriptors: descriptors(), memory: memory() };
  await several(COUNT);
  assert.deepStrictEqual(workers(), []);
  // The engine makes helpers once, with a descriptor each, and one that has interrupted a worker
  // ends a moment after it: no event says so.
  const added = () => descriptors().filter((each) => !before.descriptors.includes(each));
  for (let i = 0; i < 200 && added().length > WIDTH; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  assert(added().length <= WIDTH, `${added()}`);
  if (process.env.TEST_ROUNDS)
    console.log(`${COUNT} workers: ${before.memory} KB before, ${memory()} KB after`);
}

main();
