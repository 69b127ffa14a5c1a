// B4.3: anything else is refused at once.
'use strict';
const log = console.log;

for (const bad of [undefined, null, 1, 'x', {}]) {
  try {
    queueMicrotask(bad);
  } catch (error) {
    log(error.code);
  }
}
queueMicrotask(() => log('still works'));
// => ERR_INVALID_ARG_TYPE
// => ERR_INVALID_ARG_TYPE
// => ERR_INVALID_ARG_TYPE
// => ERR_INVALID_ARG_TYPE
// => ERR_INVALID_ARG_TYPE
// => still works
