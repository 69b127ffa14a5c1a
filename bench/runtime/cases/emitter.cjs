// EventEmitter: one listener with one argument, two listeners with two.
const { measureSync } = require('./lib.cjs');
const { EventEmitter } = require('events');
const e = new EventEmitter();
let sum = 0;
e.on('one', (a) => { sum += a; });
e.on('two', (a, b) => { sum += a; });
e.on('two', (a, b) => { sum += b; });
measureSync(2000000, (n) => {
  for (let i = 0; i < n; i++) {
    e.emit('one', i);
    e.emit('two', i, 1);
  }
});
