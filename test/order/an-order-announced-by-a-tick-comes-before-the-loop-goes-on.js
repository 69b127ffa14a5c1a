// B4.1: the same pattern with nextTick: before any other order is taken.
'use strict';
const log = console.log;

const EventEmitter = require('events');
const kitchen = new EventEmitter();
kitchen.on('order', (order) => log('cooking', order));
for (const order of ['soup', 'bread']) {
  setImmediate(() => {
    process.nextTick(() => kitchen.emit('order', order));
    log('reply for', order);
  });
}
// => reply for soup
// => cooking soup
// => reply for bread
// => cooking bread
