// B4.3: also those added before it was resolved.
'use strict';
const log = console.log;

let settle;
const promise = new Promise((resolve) => { settle = resolve; });
promise.then(() => log('one'));
promise.then(() => log('two'));
settle();
promise.then(() => log('three'));
Promise.resolve().then(() => log('other'));
// => one
// => two
// => three
// => other
