'use strict';
const { step } = require('../harness.js');
const { EventEmitter } = require('node:events');
step('an error event without a listener', () => {
  setImmediate(() => new EventEmitter().emit('error', new Error('emitted text')));
  return 'soon';
});
