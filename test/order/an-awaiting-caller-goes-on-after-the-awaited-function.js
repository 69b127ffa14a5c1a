// B4.3: nested async functions.
'use strict';
const log = console.log;

async function inner() {
  log('inner');
  await null;
  log('inner awaited');
}
async function outer() {
  log('outer');
  await inner();
  log('outer awaited');
}
outer().then(() => log('done'));
process.nextTick(() => log('tick'));
log('main');
// => outer
// => inner
// => main
// => tick
// => inner awaited
// => outer awaited
// => done
