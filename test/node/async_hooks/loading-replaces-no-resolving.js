'use strict';
// Loading node:async_hooks replaces nothing that makes or resolves promises: a program without a
// store pays nothing there. With the first store, promises that it makes are followed.
const assert = require('node:assert');
const { resolve, reject, withResolvers } = Promise;
const thenable = (seen) => ({ then(done) { seen(); done(); } });

const { AsyncLocalStorage } = require('node:async_hooks');
assert.strictEqual(Promise.resolve, resolve);
assert.strictEqual(Promise.reject, reject);
assert.strictEqual(Promise.withResolvers, withResolvers);

const older = Promise.resolve().then(() => store.getStore());
const store = new AsyncLocalStorage();
const seen = [];
const see = () => { seen.push(store.getStore()); };
store.run('made', () => new Promise((done) => done(thenable(see))));
store.run('resolved', () => Promise.resolve(thenable(see)));
store.run('rejected', () => Promise.reject(new Error('x')).catch(see));
older.then((value) => assert.strictEqual(value, undefined));
setImmediate(() => assert.deepStrictEqual(seen.sort(), ['made', 'rejected', 'resolved']));
