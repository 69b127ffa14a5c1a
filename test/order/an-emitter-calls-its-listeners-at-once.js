// B4.1: emit() queues nothing.
'use strict';
const log = console.log;

const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('x', () => log('first'));
emitter.on('x', () => process.nextTick(() => log('tick')));
emitter.on('x', () => log('second'));
log('before');
emitter.emit('x');
log('after');
// => before
// => first
// => second
// => after
// => tick
