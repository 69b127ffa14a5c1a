'use strict';
// process.stdin, stdout and stderr, created on first access.
//
// (1) Output to files, pipes, sockets and terminals is written synchronously and completely, so
//     process.exit() cuts nothing off.
// (2) end() and destroy() do not close the descriptors: others may still print.

const { setOwnProperty } = require('internal/util');
const { guessHandleType, writeBytes, writeSync } = internalBinding('stdio');

let makeSync;

function syncClass() {
  const { Writable } = require('internal/streams/writable');
  const { errnoException, uvException } = require('internal/errors');

  class SyncWriteStream extends Writable {
    constructor(fd) {
      super({ __proto__: null, autoDestroy: true, decodeStrings: false });
      setOwnProperty(this, 'fd', fd);
      this.readable = false;
    }

    _write(chunk, encoding, callback) {
      let err;
      if (typeof chunk !== 'string')
        err = writeBytes(this.fd, chunk);
      else if (encoding === 'utf8' || encoding === 'utf-8')
        err = writeSync(this.fd, chunk);
      else
        err = writeBytes(this.fd, require('internal/buffer').bufferFrom(chunk, encoding));
      if (err === 0)
        callback();
      else
        callback(this._type === 'fs' ?
          uvException({ __proto__: null, errno: err, syscall: 'write' }) :
          errnoException(err, 'write'));
    }
  }
  return SyncWriteStream;
}

function refuseDestroy(stream) {
  // Invariant 2.
  stream.destroySoon = stream.destroy;
  stream._destroy = function(err, callback) {
    callback(err);
    this._undestroy();
    process.nextTick(() => {
      if (!this._writableState.emitClose)
        this.emit('close');
      this._writableState.closeEmitted = false;
    });
  };
}

function makeOutput(fd) {
  const type = guessHandleType(fd);
  let stream;
  if (type === 'TTY') {
    stream = new (require('tty').WriteStream)(fd);
    stream._type = 'tty';
    process.on('SIGWINCH', () => stream._refreshSize());
  } else if (type === 'INVALID') {
    const { Writable } = require('internal/streams/writable');
    stream = new Writable({
      __proto__: null, write(chunk, encoding, callback) { callback(); },
    });
  } else {
    makeSync ??= syncClass();
    stream = new makeSync(fd);
    stream._type = type === 'FILE' || type === 'UNKNOWN' ? 'fs' : 'pipe';
  }
  setOwnProperty(stream, 'fd', fd);
  stream._isStdio = true;
  refuseDestroy(stream);
  return stream;
}

function makeInput() {
  const fd = 0;
  // A pipe to the parent that carries messages has no bytes for the program.
  const type = process.channel?.fd === fd ? 'UNKNOWN' : guessHandleType(fd);
  let stdin;
  switch (type) {
    case 'TTY':
      stdin = new (require('tty').ReadStream)(fd);
      break;
    case 'FILE':
      stdin = new (require('fs').ReadStream)(null, { __proto__: null, fd, autoClose: false });
      break;
    case 'PIPE':
    case 'TCP':
      stdin = new (require('net').Socket)({
        __proto__: null, fd, readable: true, writable: false, manualStart: true,
      });
      stdin._type = 'pipe';
      break;
    default: {
      const { Readable } = require('internal/streams/readable');
      stdin = new Readable({ __proto__: null, read() {} });
      stdin.push(null);
    }
  }
  setOwnProperty(stdin, 'fd', fd);
  if (stdin._handle?.readStop) {
    // Nothing reads stdin yet: an active read would keep the program alive.
    stdin._handle.reading = false;
    stdin._readableState.reading = false;
    stdin._handle.readStop();
  }
  stdin.on('pause', () => {
    const handle = stdin._handle;
    if (handle?.reading) {
      stdin._readableState.reading = false;
      handle.reading = false;
      handle.readStop();
    }
  });
  return stdin;
}

const made = { __proto__: null };

module.exports = {
  get stdin() { return made.stdin ??= makeInput(); },
  get stdout() { return made.stdout ??= makeOutput(1); },
  get stderr() { return made.stderr ??= makeOutput(2); },
};
