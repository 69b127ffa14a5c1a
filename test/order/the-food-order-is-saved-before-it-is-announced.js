// B3.5: the notification of a saved order is deferred by an immediate, so whoever saves can listen.
'use strict';
const log = console.log;

const fs = require('fs');
const EventEmitter = require('events');
class Kitchen extends EventEmitter {
  save(order, done) {
    fs.stat(__filename, () => {
      log('saved', order);
      setImmediate(() => this.emit('order', order));
      done(order);
    });
  }
}
const kitchen = new Kitchen();
kitchen.save('soup', (order) => {
  log('reply sent for', order);
  kitchen.on('order', (name) => log('kitchen hears of', name));
  process.nextTick(() => log('log written'));
});
log('waiter free');
// => waiter free
// => saved soup
// => reply sent for soup
// => log written
// => kitchen hears of soup
