// B3.5: hasRef(), ref() and unref() of an immediate.
'use strict';
const log = console.log;

const item = setImmediate(() => log('runs'));
log(item.hasRef());
log(item.unref() === item, item.hasRef());
log(item.ref().hasRef());
// => true
// => true false
// => true
// => runs
