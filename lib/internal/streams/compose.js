'use strict';
// compose(): makes one Duplex of several streams. Writes go to the first, reads come from the last.

const { ArrayPrototypeSlice, ObjectSetPrototypeOf, PromisePrototypeThen } = primordials;
const { codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { duplexify } = require('internal/streams/duplexify');
const { Duplex } = require('internal/streams/duplex');
const { eos } = require('internal/streams/end_of_stream');
const { pipeline } = require('internal/streams/pipeline');
const u = require('internal/streams/utils');

const nop = () => {};

const canRead = (s) => u.isReadable(s) || u.isReadableStream(s) || u.isTransformStream(s);
const canWrite = (s) => u.isWritable(s) || u.isWritableStream(s) || u.isTransformStream(s);

function check(streams, given) {
  const last = streams.length - 1;
  for (let i = 0; i <= last; i++) {
    if (!u.isNodeStream(streams[i]) && !u.isWebStream(streams[i]))
      continue;
    if (i < last && !canRead(streams[i]))
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be readable');
    if (i > 0 && !canWrite(streams[i]))
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be writable');
  }
}

function compose(...streams) {
  if (streams.length === 0)
    throw new codes.ERR_MISSING_ARGS('streams');
  if (streams.length === 1)
    return duplexify(streams[0], 'body');
  const given = ArrayPrototypeSlice.call(streams);
  const last = streams.length - 1;
  if (typeof streams[0] === 'function')
    streams[0] = duplexify(streams[0], 'body');
  if (typeof streams[last] === 'function')
    streams[last] = duplexify(streams[last], 'body');
  check(streams, given);

  const composition = new Composition(streams[0]);
  const tail = pipeline(streams, (err) => composition.finished(err));
  return composition.make(tail);
}

class Composition {
  constructor(head) {
    this.head = head;
    this.duplex = null;
    this.done = false; // the pipeline has reported
    this.onClose = null;
    this.callbacks = { __proto__: null, drain: null, finish: null, readable: null };
  }

  finished(err) {
    this.done = true;
    const callback = this.onClose;
    this.onClose = null;
    if (callback)
      callback(err);
    else if (err)
      this.duplex.destroy(err);
    else if (!this.readable && !this.writable)
      this.duplex.destroy();
  }

  make(tail) {
    const { head } = this;
    this.writable = !!canWrite(head);
    this.readable = !!canRead(tail);
    this.tail = tail;
    this.duplex = new Duplex({
      __proto__: null,
      writableObjectMode: !!head?.writableObjectMode,
      readableObjectMode: !!tail?.readableObjectMode,
      writable: this.writable,
      readable: this.readable,
    });
    if (this.writable) {
      if (u.isNodeStream(head))
        this.writeToNode();
      else
        this.writeToWeb(u.isTransformStream(head) ? head.writable : head);
    }
    if (this.readable) {
      if (u.isNodeStream(tail))
        this.readFromNode();
      else
        this.readFromWeb(u.isTransformStream(tail) ? tail.readable : tail);
    }
    this.duplex._destroy = (err, callback) => this.destroy(err, callback);
    return this.duplex;
  }

  fire(name) {
    const callback = this.callbacks[name];
    this.callbacks[name] = null;
    callback?.();
  }

  writeToNode() {
    const { callbacks, duplex, head, tail } = this;
    duplex._write = (chunk, encoding, callback) => {
      if (head.write(chunk, encoding))
        callback();
      else
        callbacks.drain = callback;
    };
    duplex._final = (callback) => {
      head.end();
      callbacks.finish = callback;
    };
    head.on('drain', () => this.fire('drain'));
    // The writes have finished when the last stream has ended.
    const toRead = u.isTransformStream(tail) ? tail.readable : tail;
    eos(toRead, () => this.fire('finish'));
  }

  writeToWeb(stream) {
    const { duplex } = this;
    const writer = stream.getWriter();
    const after = (promise, callback) =>
      PromisePrototypeThen.call(promise, () => process.nextTick(callback),
                                (err) => process.nextTick(callback, err));
    duplex._write = (chunk, encoding, callback) => {
      after(PromisePrototypeThen.call(writer.ready, () => {
        PromisePrototypeThen.call(writer.write(chunk), undefined, nop);
      }), callback);
    };
    duplex._final = (callback) => {
      PromisePrototypeThen.call(PromisePrototypeThen.call(writer.ready, () => writer.close()),
                                undefined, nop);
      this.callbacks.finish = callback;
    };
    const toRead = u.isTransformStream(this.tail) ? this.tail.readable : this.tail;
    eos(toRead, () => this.fire('finish'));
  }

  readFromNode() {
    const { callbacks, duplex, tail } = this;
    tail.on('readable', () => this.fire('readable'));
    tail.on('end', () => duplex.push(null));
    duplex._read = () => {
      while (true) {
        const chunk = tail.read();
        if (chunk === null) {
          callbacks.readable = duplex._read;
          return;
        }
        if (!duplex.push(chunk))
          return;
      }
    };
  }

  readFromWeb(stream) {
    const { duplex } = this;
    const reader = stream.getReader();
    duplex._read = async () => {
      while (true) {
        try {
          const { value, done } = await reader.read();
          if (done)
            return void duplex.push(null);
          if (!duplex.push(value))
            return;
        } catch {
          return; // the pipeline reports it
        }
      }
    };
  }

  destroy(err, callback) {
    this.callbacks.readable = this.callbacks.drain = this.callbacks.finish = null;
    if (u.isNodeStream(this.tail))
      destroyer(this.tail, err);
    if (this.done)
      callback(err);
    else
      this.onClose = callback;
  }
}

ObjectSetPrototypeOf(Composition.prototype, null);

module.exports = { compose };
