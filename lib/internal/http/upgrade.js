'use strict';
// UpgradeStream: the connection of a request that asked for another protocol and has a body.
//
// (1) Its first byte is the first one after the body; the body is read from the request.
// (2) If the stream is read and the request is not, the body is discarded.

const { Duplex } = require('internal/streams/duplex');

class UpgradeStream extends Duplex {
  #socket;
  #request;
  #began = false;
  #wanted = false;

  constructor(socket, request) {
    super({ __proto__: null, allowHalfOpen: true });
    this.#socket = socket;
    this.#request = request;
    socket.on('error', (err) => this.destroy(err));
    socket.on('close', () => this.destroy());
  }

  // The body is complete; `head` is the rest of the same read.
  begin(head) {
    const socket = this.#socket;
    this.#began = true;
    socket.on('data', (chunk) => {
      if (!this.push(chunk))
        socket.pause();
    });
    socket.on('end', () => this.push(null));
    if (head.length > 0)
      this.push(head);
    if (!this.#wanted)
      socket.pause();
    else
      socket.resume();
  }

  _read() {
    this.#wanted = true;
    if (this.#began)
      this.#socket.resume();
    else if (!this.#request._consuming)
      this.#request.resume();
  }

  _write(chunk, encoding, callback) {
    this.#socket.write(chunk, encoding, callback);
  }

  _final(callback) {
    this.#socket.end(() => callback());
  }

  _destroy(err, callback) {
    this.#socket.destroy();
    callback(err);
  }
}

module.exports = { UpgradeStream };
