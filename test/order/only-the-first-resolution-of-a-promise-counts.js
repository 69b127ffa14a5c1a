// B4.3: resolving again is ignored.
'use strict';
const log = console.log;

new Promise((resolve, reject) => {
  resolve('first');
  resolve('second');
  reject(new Error('third'));
  throw new Error('fourth');
}).then((value) => log(value), () => log('never'));
// => first
