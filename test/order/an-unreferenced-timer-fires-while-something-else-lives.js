// B2.2: it fires when the loop is alive anyway.
'use strict';
const log = console.log;

setTimeout(() => log('unreferenced'), 1).unref();
setTimeout(() => log('referenced'), 20);
// => unreferenced
// => referenced
