// B5.4: anything else is refused at once.
'use strict';
const log = console.log;

for (const start of [setTimeout, setInterval, setImmediate]) {
  for (const bad of [undefined, null, 'code', {}]) {
    try {
      start(bad, 1);
    } catch (error) {
      log(error.name, error.code);
    }
  }
}
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
// => TypeError ERR_INVALID_ARG_TYPE
