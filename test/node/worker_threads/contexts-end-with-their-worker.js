// A worker that ends with vm contexts leaves no engine behind: neither its memory, nor what sends
// signals to its thread for a time limit, which stopped all other threads.
const assert = require('assert');
const fs = require('fs');
const { Worker } = require('worker_threads');

const BEFORE = 15;
const COUNT = 30;
const MOST_GROWTH_KB = 45 * 1024; // an engine has 3 MB at least

const memory = () => +/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];

function run(program, onMessage = () => {}) {
  return new Promise((resolve) => {
    const worker = new Worker(program, { eval: true });
    worker.on('message', () => onMessage(worker));
    worker.on('exit', resolve);
  });
}

const holding = 'globalThis.context = require("vm").createContext({});';
const limited = `
const vm = require('vm');
setInterval(() => {
  const context = vm.createContext({});
  vm.runInContext('for (let i = 0; i < 1e5; i++);', context, { timeout: 30_000 });
  try {
    vm.runInContext('for (;;);', context, { timeout: 3 });
  } catch {}
  require('worker_threads').parentPort.postMessage(1);
}, 1);`;

async function main() {
  for (let i = 0; i < BEFORE; i++)
    await run(holding);
  const before = memory();
  for (let i = 0; i < COUNT; i++)
    await run(holding);
  const growth = memory() - before;
  assert.ok(growth < MOST_GROWTH_KB, `${growth} KB`);

  for (let i = 0; i < 8; i++)
    await Promise.all([1, 2].map(() => run(limited, (worker) => worker.terminate())));
}
main();
