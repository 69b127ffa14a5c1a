'use strict';
// withStoreScope() enters the stores of a channel and publishes, until the scope is disposed of.
const assert = require('node:assert');
const diagnostics = require('node:diagnostics_channel');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const channel = diagnostics.channel('x');
const heard = [];
channel.withStoreScope(0)[Symbol.dispose]();
channel.bindStore(als, (data) => data * 2);
channel.subscribe((data) => heard.push([data, als.getStore()]));
const scope = channel.withStoreScope(2);
assert.strictEqual(als.getStore(), 4);
scope[Symbol.dispose]();
assert.strictEqual(als.getStore(), undefined);
assert.deepStrictEqual(heard, [[2, 4]]);
