// eventemitter3, mitt
const EE = require('eventemitter3');
const e = new EE();
e.on('a', function (x) { console.log(this.k, x); }, { k: 1 }).once('a', () => console.log('once'));
console.log(e.emit('a', 2), e.emit('a', 3), e.listenerCount('a'));
const mitt = require('mitt');
const m = (mitt.default || mitt)();
m.on('*', (t, v) => console.log(t, v));
m.emit('q', 5);
