'use strict';
// Out-of-range errors group the digits of integers beyond 2 ** 32.
const assert = require('assert');
const { EventEmitter } = require('events');

const limit = (value) => () => new EventEmitter().setMaxListeners(value);
const text = (shown) => ({
  name: 'RangeError',
  code: 'ERR_OUT_OF_RANGE',
  message: `The value of "setMaxListeners" is out of range. It must be >= 0. Received ${shown}`,
});
assert.throws(limit(-1), text('-1'));
assert.throws(limit(-(2 ** 32)), text('-4294967296'));
assert.throws(limit(-(2 ** 32) - 1), text('-4_294_967_297'));
assert.throws(limit(NaN), text('NaN'));
