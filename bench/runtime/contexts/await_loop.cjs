'use strict';
// await_loop.cjs bare | without | loaded | with — nanoseconds of CPU per await: of code into which
// nothing is inserted (an indirect eval), of the same code as a file has it, with node:async_hooks
// loaded, and with a store in use.
const mode = process.argv[2];
const COUNT = 2e6;
const text = `async (count) => {
  let sum = 0;
  for (let i = 0; i < count; i++)
    sum += await (i % 2 === 0 ? i : Promise.resolve(i));
  return sum;
}`;
const inserted = async (count) => {
  let sum = 0;
  for (let i = 0; i < count; i++)
    sum += await (i % 2 === 0 ? i : Promise.resolve(i));
  return sum;
};
const loop = mode === 'bare' ? (0, eval)(`(${text})`) : inserted;
if (mode === 'loaded')
  require('node:async_hooks');
const run = mode !== 'with' ? (fn) => fn() : (fn) => {
  const { AsyncLocalStorage } = require('node:async_hooks');     // promises are followed from here on
  new AsyncLocalStorage().run({ id: 1 }, fn);
};

run(async () => {
  await loop(COUNT / 4);
  const start = process.cpuUsage();
  await loop(COUNT);
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) * 1000 / COUNT);
});
