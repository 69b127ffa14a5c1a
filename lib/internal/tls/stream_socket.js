'use strict';
// JSStreamSocket: wraps any Duplex in a Duplex with the events of a socket. In Node it stands
// between a TLSSocket and such a stream. Here a TLSSocket uses the stream directly; the class
// exists for packages that take it from `_handle._parentWrap` and make their own.
//
// (1) It listens to the stream from its first read on, so that an instance that nobody reads takes
//     no data away.

const { ObjectSetPrototypeOf, ReflectApply } = primordials;
const { Duplex } = require('stream');
const { validateObject } = require('internal/validators');

function JSStreamSocket(stream) {
  if (!new.target)
    return new JSStreamSocket(stream);
  validateObject(stream, 'stream');
  ReflectApply(Duplex, this, [{ __proto__: null, allowHalfOpen: true, emitClose: true }]);
  this.stream = stream;
  this.isListening = false;
}
ObjectSetPrototypeOf(JSStreamSocket.prototype, Duplex.prototype);
ObjectSetPrototypeOf(JSStreamSocket, Duplex);

const proto = JSStreamSocket.prototype;

function listen(self) {
  const { stream } = self;
  self.isListening = true;
  stream.on('data', (chunk) => {
    if (!self.push(chunk))
      stream.pause();
  });
  stream.on('end', () => self.push(null));
  stream.on('error', (err) => self.destroy(err));
  stream.on('close', () => self.destroy());
}

proto._read = function() {
  if (!this.isListening)
    listen(this);
  this.stream.resume();
};

proto._write = function(chunk, encoding, callback) {
  this.stream.write(chunk, encoding, callback);
};

proto._final = function(callback) {
  this.stream.end(() => callback());
};

proto._destroy = function(err, callback) {
  this.stream.destroy();
  callback(err);
};

module.exports = JSStreamSocket;
