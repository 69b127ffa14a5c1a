'use strict';
// await_made.cjs without | loaded | with — nanoseconds of CPU per await of a promise that a tick resolves:
// `new Promise()` with a callback that is called later.
const mode = process.argv[2];
const COUNT = 1e6;
const loop = async (count) => {
  let sum = 0;
  for (let i = 0; i < count; i++)
    sum += await new Promise((resolve) => process.nextTick(resolve, i));
  return sum;
};
if (mode === 'loaded')
  require('node:async_hooks');
const run = mode !== 'with' ? (fn) => fn() : (fn) => {
  const { AsyncLocalStorage } = require('node:async_hooks');
  new AsyncLocalStorage().run({ id: 1 }, fn);
};

run(async () => {
  await loop(COUNT / 4);
  const start = process.cpuUsage();
  await loop(COUNT);
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) * 1000 / COUNT);
});
