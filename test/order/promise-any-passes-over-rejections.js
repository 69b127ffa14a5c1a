// B4.3: any() fails only when all fail.
'use strict';
const log = console.log;

Promise.any([Promise.reject(new Error('no')), Promise.resolve('yes')]).then(log);
Promise.any([Promise.reject(new Error('a')), Promise.reject(new Error('b'))])
  .catch((error) => log(error.constructor.name, error.errors.map((e) => e.message).join()));
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
// => 1
// => yes
// => AggregateError a,b
// => 2
// => 3
