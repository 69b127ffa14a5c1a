// B4.3: finally() waits for what its callback gives.
'use strict';
const log = console.log;

Promise.resolve('value').finally(() => log('finally')).then(log);
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4));
// => finally
// => 1
// => 2
// => 3
// => value
// => 4
