'use strict';
// cluster.Worker: a worker, seen from the primary and from itself. primary.js and child.js add
// disconnect(), kill() and destroy(), which differ.

const { ObjectSetPrototypeOf, ReflectApply } = primordials;
const EventEmitter = require('events');
const { setMethod } = require('internal/prototypes');
const { kEmptyObject } = require('internal/util');

function Worker(options) {
  if (!(this instanceof Worker))
    return new Worker(options);
  ReflectApply(EventEmitter, this, []);
  const { state, id, process: child } =
    options !== null && typeof options === 'object' ? options : kEmptyObject;
  this.exitedAfterDisconnect = undefined;
  this.state = state || 'none';
  this.id = id | 0;
  if (child) {
    this.process = child;
    child.on('error', (error, more) => this.emit('error', error, more));
    child.on('message', (message, handle) => this.emit('message', message, handle));
  }
}
ObjectSetPrototypeOf(Worker.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Worker, EventEmitter);

setMethod(Worker.prototype, 'send', function send() {
  return ReflectApply(this.process.send, this.process, arguments);
});

setMethod(Worker.prototype, 'isDead', function isDead() {
  return this.process.exitCode != null || this.process.signalCode != null;
});

setMethod(Worker.prototype, 'isConnected', function isConnected() {
  return this.process.connected;
});

module.exports = { Worker };
