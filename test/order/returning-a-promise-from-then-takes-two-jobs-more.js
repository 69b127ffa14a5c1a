// B4.3: then(() => promise) is two jobs behind then(() => value).
'use strict';
const log = console.log;

Promise.resolve().then(() => Promise.resolve('promise')).then(log);
Promise.resolve().then(() => 'value').then(log).then(() => log('a')).then(() => log('b'))
  .then(() => log('c'));
// => value
// => a
// => promise
// => b
// => c
