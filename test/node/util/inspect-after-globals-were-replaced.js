'use strict';
// util.inspect knows maps, promises and proxies even if the program replaced the globals before its
// first use.
const RealMap = Map;
const RealProxy = Proxy;
globalThis.Map = class Map {};
globalThis.Set = class Set {};
globalThis.WeakMap = class WeakMap {};
const { inspect } = require('util');
const shown = [new RealMap([[1, 2]]), Promise.resolve(5), new RealMap([[1, 2]]).keys(),
    { a: [1] }].map((x) => inspect(x));
const proxied = inspect(new RealProxy({ a: 1 }, {}));
globalThis.Map = RealMap;

const assert = require('assert');
assert.deepStrictEqual(shown,
    ['Map(1) { 1 => 2 }', 'Promise { 5 }', '[Map Iterator] { 1 }', '{ a: [ 1 ] }']);
assert.strictEqual(proxied, 'Proxy({ a: 1 })');
