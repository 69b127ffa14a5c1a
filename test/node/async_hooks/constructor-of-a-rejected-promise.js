'use strict';
// Reading `constructor` of a rejected promise does not handle it, and the handler has its context.
const assert = require('node:assert');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const reason = new Error('x');
const told = [];
process.on('unhandledRejection', (error) => { told.push([error, als.getStore()]); });
als.run('A', () => assert.strictEqual(Promise.reject(reason).constructor, Promise));
setImmediate(() => assert.deepStrictEqual(told, [[reason, 'A']]));
