'use strict';
// node:timers: the timers of internal/timers, and the promises of timers/promises.

const { ObjectDefineProperty } = primordials;
const { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval } =
  require('internal/timers');

module.exports = {
  setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval,
};
ObjectDefineProperty(module.exports, 'promises', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return require('timers/promises'); },
});
