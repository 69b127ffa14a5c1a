// B4.3: queueMicrotask(), then() and await feed the same queue in order.
'use strict';
const log = console.log;

Promise.resolve().then(() => log('then 1'));
queueMicrotask(() => log('microtask 1'));
(async () => {
  await null;
  log('await');
})();
Promise.resolve().then(() => log('then 2'));
queueMicrotask(() => log('microtask 2'));
// => then 1
// => microtask 1
// => await
// => then 2
// => microtask 2
