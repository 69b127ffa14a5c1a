'use strict';
// The body of a response: a stream of Node's, read as a whole or as a ReadableStream.
//
// (1) Nothing is read before the program reads, and no more than there is room for: that is
//     back-pressure towards the server.
// (2) Chunks are copied, because the memory that a socket reads into is used again.

const { SafeArray, TypedArrayPrototypeGetByteLength, Uint8Array } = primordials;
const { shield } = require('internal/prototypes');
const { joinChunks } = require('internal/fetch/body');

// A body that ended too early without an error: the error of the http client.
const CLOSED = { __proto__: null, code: 'ECONNRESET', message: 'aborted' };

class Incoming {
  constructor(stream, onDone) {
    this.stream = stream;
    this.onDone = onDone;
    this.isDone = false;
    this.reason = undefined; // what reading fails with
    this.listener = null;    // { data, end, error }
    this.size = 0;           // what has been read
    stream.on('error', (error) => this.failStream(error));
    stream.on('close', () => this.failStream(CLOSED));
    stream.on('end', () => this.finish());
  }

  finish() {
    if (this.isDone)
      return;
    this.isDone = true;
    this.onDone(this.size);
    this.listener?.end();
  }

  // 'close' follows every end: an error is made only where it is one.
  failStream(error) {
    if (!this.isDone)
      this.fail(terminated(error, this.stream));
  }

  // The first reason counts.
  fail(reason) {
    if (this.isDone)
      return;
    this.isDone = true;
    this.reason = reason;
    this.onDone(this.size);
    this.listener?.error(reason);
    this.stream.destroy();
  }

  readAll(resolve, reject) {
    const chunks = new SafeArray();
    let total = 0;
    const end = () => resolve(joinChunks(chunks, total));
    this.listener = { __proto__: null, end, error: reject };
    if (this.isDone) {
      if (this.reason === undefined)
        resolve(new Uint8Array(0));
      else
        reject(this.reason);
      return;
    }
    this.stream.on('data', (chunk) => {
      chunks.push(chunk);
      total += TypedArrayPrototypeGetByteLength.call(chunk);
      this.size = total;
    });
  }

  openStream() {
    const { ReadableStream } = require('internal/webstreams/readable');
    const incoming = this;
    return new ReadableStream({
      __proto__: null,
      type: 'bytes',
      start(controller) { incoming.attach(controller); },
      pull() { incoming.stream.resume(); },
      cancel(reason) {
        incoming.listener = null;
        incoming.fail(reason);
      },
    }, { __proto__: null, highWaterMark: 0 });
  }

  attach(controller) {
    const { stream } = this;
    const close = () => {
      controller.close();
      controller.byobRequest?.respond(0);
    };
    this.listener = { __proto__: null, end: close, error: (reason) => controller.error(reason) };
    if (this.isDone) {
      if (this.reason === undefined)
        close();
      else
        controller.error(this.reason);
      return;
    }
    stream.pause();
    stream.on('data', (chunk) => {
      if (this.isDone)
        return;
      this.size += TypedArrayPrototypeGetByteLength.call(chunk);
      controller.enqueue(new Uint8Array(chunk));
      if (controller.desiredSize <= 0)
        stream.pause();
    });
  }
}
shield(Incoming.prototype, ['stream', 'onDone', 'isDone', 'reason', 'listener', 'size']);

// Of bodies that dispatchers of a program deliver, socket is undefined.
function terminated(error, stream) {
  const { kFault, socketError } = require('internal/fetch/transport');
  const options = { __proto__: null, cause: socketError(error, stream.socket, stream[kFault]) };
  return new primordials.TypeError('terminated', options);
}

module.exports = { Incoming };
