// B2.2: in its place in the queue.
'use strict';
const log = console.log;

setImmediate(() => log('one'));
setImmediate(() => log('two')).unref();
setImmediate(() => log('three'));
// => one
// => two
// => three
