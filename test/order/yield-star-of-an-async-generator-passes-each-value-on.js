// B4.3: the order of inner and outer.
'use strict';
const log = console.log;

async function* inner() {
  log('inner 1');
  yield 1;
  log('inner 2');
  yield 2;
}
async function* outer() {
  log('outer starts');
  yield* inner();
  log('outer ends');
}
(async () => {
  for await (const n of outer())
    log('got', n);
})();
Promise.resolve().then(() => log('job'));
// => outer starts
// => inner 1
// => job
// => got 1
// => inner 2
// => got 2
// => outer ends
