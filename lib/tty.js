'use strict';
// node:tty: terminals as streams.

const { NumberIsInteger, ObjectSetPrototypeOf, ReflectApply } = primordials;
const { setMethod } = require('internal/prototypes');
const { Socket } = require('internal/net/socket');
const { codes, errnoException } = require('internal/errors');
const { TTY } = require('internal/handle');
const { create, isTTY } = internalBinding('tty_wrap');

const isatty = (fd) => NumberIsInteger(fd) && fd >= 0 && fd <= 2147483647 && isTTY(fd);

function openTerminal(fd) {
  if (fd >> 0 !== fd || fd < 0)
    throw new codes.ERR_INVALID_FD(fd);
  const id = create(fd);
  if (id < 0) {
    const { 0: code, 1: message } = require('internal/errors').uvErrmapGet(id) ?? [];
    throw new codes.ERR_TTY_INIT_FAILED({
      __proto__: null, errno: id, code, message, syscall: 'uv_tty_init',
    });
  }
  return new TTY(id);
}

function ReadStream(fd, options) {
  if (!(this instanceof ReadStream))
    return new ReadStream(fd, options);
  const handle = openTerminal(fd);
  ReflectApply(Socket, this, [
    { __proto__: null, highWaterMark: 0, handle, manualStart: true, ...options },
  ]);
  this.isRaw = false;
  this.isTTY = true;
}
ObjectSetPrototypeOf(ReadStream.prototype, Socket.prototype);
ObjectSetPrototypeOf(ReadStream, Socket);

setMethod(ReadStream.prototype, 'setRawMode', function(flag) {
  flag = !!flag;
  const err = this._handle?.setRawMode(flag);
  if (err) {
    this.emit('error', errnoException(err, 'setRawMode'));
    return this;
  }
  this.isRaw = flag;
  return this;
});

function WriteStream(fd) {
  if (!(this instanceof WriteStream))
    return new WriteStream(fd);
  const handle = openTerminal(fd);
  ReflectApply(Socket, this, [
    { __proto__: null, highWaterMark: 65536, handle, manualStart: true },
  ]);
  // Writes to a terminal are synchronous: process.exit() would lose pending output.
  this._handle.setBlocking(true);
  const size = handle.getWindowSize();
  if (typeof size !== 'number') {
    this.columns = size[0];
    this.rows = size[1];
  }
}
ObjectSetPrototypeOf(WriteStream.prototype, Socket.prototype);
ObjectSetPrototypeOf(WriteStream, Socket);

setMethod(WriteStream.prototype, 'isTTY', true);

setMethod(WriteStream.prototype, 'getColorDepth', function(env) {
  return require('internal/tty').getColorDepth(env);
});
setMethod(WriteStream.prototype, 'hasColors', function(count, env) {
  return require('internal/tty').hasColors(count, env);
});

setMethod(WriteStream.prototype, '_refreshSize', function() {
  const { columns, rows } = this;
  const size = this._handle?.getWindowSize();
  if (size === undefined)
    return;
  if (typeof size === 'number') {
    this.emit('error', errnoException(size, 'getWindowSize'));
    return;
  }
  this.columns = size[0];
  this.rows = size[1];
  if (size[0] !== columns || size[1] !== rows)
    this.emit('resize');
});

setMethod(WriteStream.prototype, 'cursorTo', function(x, y, callback) {
  return require('internal/tty').cursorTo(this, x, y, callback);
});
setMethod(WriteStream.prototype, 'moveCursor', function(dx, dy, callback) {
  return require('internal/tty').moveCursor(this, dx, dy, callback);
});
setMethod(WriteStream.prototype, 'clearLine', function(dir, callback) {
  return require('internal/tty').clearLine(this, dir, callback);
});
setMethod(WriteStream.prototype, 'clearScreenDown', function(callback) {
  return require('internal/tty').clearScreenDown(this, callback);
});

setMethod(WriteStream.prototype, 'getWindowSize', function() {
  return [this.columns, this.rows];
});

module.exports = { isatty, ReadStream, WriteStream };
