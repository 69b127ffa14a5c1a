// The store of root certificates of a worker is freed when the worker ends.
const assert = require('assert');
const fs = require('fs');
const { Worker } = require('worker_threads');

const BEFORE = 10;
const COUNT = 40;
const MOST_GROWTH_KB = 20 * 1024; // a store has 0.8 MB

const memory = () => +/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
const program = 'require("tls").createSecureContext();';
const run = () => new Promise((resolve) => {
  new Worker(program, { eval: true }).on('exit', resolve);
});

async function main() {
  for (let i = 0; i < BEFORE; i++)
    await run();
  const before = memory();
  for (let i = 0; i < COUNT; i++)
    await run();
  const growth = memory() - before;
  assert.ok(growth < MOST_GROWTH_KB, `${growth} KB`);
}
main();
