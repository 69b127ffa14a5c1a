// B4.3: all() costs two jobs when everything is there.
'use strict';
const log = console.log;

Promise.all([1, Promise.resolve(2), 3]).then((values) => log(values.join()));
Promise.all([]).then(() => log('none'));
Promise.resolve().then(() => log('a')).then(() => log('b')).then(() => log('c'));
// => none
// => a
// => 1,2,3
// => b
// => c
