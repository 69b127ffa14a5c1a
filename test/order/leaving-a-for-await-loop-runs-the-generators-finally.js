// B4.3: break calls return() and waits for it.
'use strict';
const log = console.log;

async function* numbers() {
  try {
    yield 1;
    yield 2;
  } finally {
    log('cleaning');
    await null;
    log('clean');
  }
}
(async () => {
  for await (const n of numbers()) {
    log(n);
    break;
  }
  log('left');
})();
// => 1
// => cleaning
// => clean
// => left
