// B4.3: next() calls queue up.
'use strict';
const log = console.log;

async function* numbers() {
  log('started');
  yield 1;
  log('resumed');
  yield 2;
}
const it = numbers();
it.next().then((r) => log(r.value, r.done));
it.next().then((r) => log(r.value, r.done));
it.next().then((r) => log(r.value, r.done));
log('asked');
// => started
// => asked
// => resumed
// => 1 false
// => 2 false
// => undefined true
