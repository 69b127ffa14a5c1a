// B4.3: listeners run at once, the promise later.
'use strict';
const log = console.log;

const EventEmitter = require('events');
const emitter = new EventEmitter();
EventEmitter.once(emitter, 'x').then(([value]) => log('once', value));
emitter.on('x', () => log('listener'));
setImmediate(() => {
  emitter.emit('x', 7);
  log('emitted');
  process.nextTick(() => log('tick'));
});
// => listener
// => emitted
// => tick
// => once 7
