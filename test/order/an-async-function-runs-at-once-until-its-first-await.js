// B4.3: the part before await is an ordinary call.
'use strict';
const log = console.log;

async function f() {
  log('in f');
  await null;
  log('after await');
}
log('before');
f();
log('behind');
// => before
// => in f
// => behind
// => after await
