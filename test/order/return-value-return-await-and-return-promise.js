// B4.3: a value is there first, return await costs one job more, returning a promise two.
'use strict';
const log = console.log;

const value = async () => 'value';
const awaited = async () => await Promise.resolve('awaited');
const promised = async () => Promise.resolve('promised');
promised().then(log);
awaited().then(log);
value().then(log);
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4));
// => value
// => 1
// => awaited
// => 2
// => promised
// => 3
// => 4
