// B4.1: await at the top of an async main function.
'use strict';
const log = console.log;

async function main() {
  log('main');
  process.nextTick(() => log('tick 1'));
  await null;
  log('resumed');
  process.nextTick(() => log('tick 2'));
  await new Promise((resolve) => setImmediate(resolve));
  log('after the immediate');
}
main();
// => main
// => tick 1
// => resumed
// => tick 2
// => after the immediate
