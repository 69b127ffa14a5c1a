// B3.5: each announcement waits for the check phase.
'use strict';
const log = console.log;

const EventEmitter = require('events');
const kitchen = new EventEmitter();
function save(order, done) {
  setImmediate(() => kitchen.emit('order', order));
  done(order);
}
kitchen.on('order', (order) => {
  log('cooking', order);
  process.nextTick(() => log('ticket printed', order));
});
setTimeout(() => {
  for (const order of ['soup', 'bread', 'tea'])
    save(order, (name) => log('reply for', name));
  Promise.resolve().then(() => log('books closed'));
}, 1);
// => reply for soup
// => reply for bread
// => reply for tea
// => books closed
// => cooking soup
// => ticket printed soup
// => cooking bread
// => ticket printed bread
// => cooking tea
// => ticket printed tea
