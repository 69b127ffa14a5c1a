// B2.4: any value can be thrown.
'use strict';
const log = console.log;

process.on('uncaughtException', (value) => log('caught', typeof value, value));
setImmediate(() => { throw null; });
setImmediate(() => { throw undefined; });
setImmediate(() => { throw 'text'; });
setImmediate(() => { throw 42; });
// => caught object null
// => caught undefined undefined
// => caught string text
// => caught number 42
