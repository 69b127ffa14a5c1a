// B5.1: below 1, above 2147483647 or not a number: 1, with a warning for what is no delay at all.
// stderr: Timeout duration was set to 1.
// flags: --virtual-time
'use strict';
const log = console.log;

setTimeout(() => log('10000'), 10000);
setTimeout(() => log('-5'), -5);
setTimeout(() => log('0.5'), 0.5);
setTimeout(() => log('NaN'), NaN);
setTimeout(() => log('x'), 'x');
setTimeout(() => log('2 ** 31'), 2 ** 31);
setTimeout(() => log('Infinity'), Infinity);
setTimeout(() => log('null'), null);
// => -5
// => 0.5
// => NaN
// => x
// => 2 ** 31
// => Infinity
// => null
// => 10000
