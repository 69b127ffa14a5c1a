'use strict';
// respondWithFD() and respondWithFile(): read the file piece by piece, as fast as the peer takes
// it.

const {
  FunctionPrototypeSymbolHasInstance, MathMin, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
} = primordials;
const fs = require('fs');
const { bufferAlloc, FastBuffer } = require('internal/buffer');
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { kStream } = require('internal/http2/stream');
const { NO_PAYLOAD, checkStatus } = require('internal/http2/server_stream');

const PIECE = 65536;

function checkState(stream) {
  if (stream.destroyed || stream.closed)
    throw new codes.ERR_HTTP2_INVALID_STREAM();
  if (stream.headersSent)
    throw new codes.ERR_HTTP2_HEADERS_SENT();
}

function checkOptions(options) {
  if (options !== undefined)
    validateObject(options, 'options');
  options = { __proto__: null, ...options };
  const { length, offset, statCheck } = options;
  if (offset !== undefined && typeof offset !== 'number')
    throw new codes.ERR_INVALID_ARG_VALUE('options.offset', offset);
  if (length !== undefined && typeof length !== 'number')
    throw new codes.ERR_INVALID_ARG_VALUE('options.length', length);
  if (statCheck !== undefined && typeof statCheck !== 'function')
    throw new codes.ERR_INVALID_ARG_VALUE('options.statCheck', statCheck);
  return options;
}

function prepareHeaders(headers) {
  headers = { __proto__: null, ...headers };
  const status = headers[':status'] === undefined ? 200 : headers[':status'] | 0;
  headers[':status'] = status;
  if (NO_PAYLOAD.has(status))
    throw new codes.ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
  checkStatus(status);
  return headers;
}

function respondWithFD(stream, fd, headers, options) {
  checkState(stream);
  options = checkOptions(options);
  if (fd !== null && typeof fd === 'object' && typeof fd.fd === 'number' && isFileHandle(fd)) {
    options.holder = fd;
    fd = fd.fd;
  }
  if (typeof fd !== 'number')
    throw new codes.ERR_INVALID_ARG_TYPE('fd', ['number', 'FileHandle'], fd);
  headers = prepareHeaders(headers);
  if (options.statCheck === undefined) {
    send(stream, fd, headers, options);
    return;
  }
  fs.fstat(fd, (err, stat) => {
    if (stream.destroyed || stream.closed)
      return;
    if (err)
      stream.destroy(err);
    else if (options.statCheck(stat, headers, ranges(options)) !== false && !stream.headersSent)
      send(stream, fd, headers, options);
  });
}

const isFileHandle = (value) =>
  FunctionPrototypeSymbolHasInstance.call(require('internal/fs/file_handle').FileHandle, value);

const ranges = ({ offset = 0, length = -1 }) => ({ offset, length });

function respondWithFile(stream, path, headers, options) {
  checkState(stream);
  options = checkOptions(options);
  headers = prepareHeaders(headers);
  if (options.onError !== undefined)
    validateFunction(options.onError, 'options.onError');
  const fail = (err) => {
    if (options.onError)
      options.onError(err);
    else
      stream.destroy(err);
  };
  fs.open(path, 'r', (err, fd) => {
    if (err)
      fail(err);
    else if (stream.destroyed || stream.closed)
      fs.close(fd, nop);
    else
      fs.fstat(fd, (failed, stat) => sendFile(stream, fd, failed, stat, headers, options, fail));
  });
}

function nop() {}

function sendFile(stream, fd, err, stat, headers, options, fail) {
  const refuse = (error) => {
    fs.close(fd, nop);
    if (error)
      fail(error);
  };
  if (stream.destroyed || stream.closed)
    return refuse();
  if (err)
    return refuse(err);
  const hasRange = options.offset > 0 || (options.length !== undefined && options.length >= 0);
  if (!stat.isFile()) {
    if (stat.isDirectory())
      return refuse(new codes.ERR_HTTP2_SEND_FILE());
    if (hasRange || options.offset !== undefined)
      return refuse(new codes.ERR_HTTP2_SEND_FILE_NOSEEK());
  }
  const range = ranges(options);
  if (options.statCheck !== undefined &&
      options.statCheck(stat, headers, range) === false)
    return refuse();
  if (stream.destroyed || stream.closed || stream.headersSent)
    return refuse();
  options.length = range.length;
  if (stat.isFile()) {
    options.offset = range.offset;
    const rest = stat.size - range.offset;
    options.length = range.length < 0 ? rest : MathMin(rest, range.length);
    headers['content-length'] = options.length;
  }
  if (send(stream, fd, headers, options))
    stream.once('close', () => fs.close(fd, nop));
  else
    fs.close(fd, nop);
}

// Sends the head, and then what is read. False: the head was refused.
function send(stream, fd, headers, options) {
  try {
    stream.respond(headers, { waitForTrailers: options.waitForTrailers });
  } catch (err) {
    stream.destroy(err);
    return false;
  }
  if (stream.writableEnded)
    return true;
  stream[kStream].isSendingFile = true;
  const { length = -1, offset } = options;
  readOn(stream, { __proto__: null, fd, position: offset === undefined ? null : offset,
                   left: length < 0 ? -1 : length, buffer: bufferAlloc(PIECE) });
  return true;
}

function readOn(stream, file) {
  const wanted = file.left < 0 ? PIECE : MathMin(PIECE, file.left);
  if (wanted === 0) {
    endFile(stream);
    return;
  }
  fs.read(file.fd, file.buffer, 0, wanted, file.position, (err, count) => {
    if (stream.destroyed || stream.closed)
      return;
    if (err) {
      stream.close(2);
      return;
    }
    if (count === 0) {
      endFile(stream);
      return;
    }
    if (file.position !== null)
      file.position += count;
    if (file.left >= 0)
      file.left -= count;
    const piece = new FastBuffer(TypedArrayPrototypeGetBuffer.call(file.buffer),
                                 TypedArrayPrototypeGetByteOffset.call(file.buffer), count);
    stream.write(piece, () => {
      if (!stream.destroyed)
        readOn(stream, file);
    });
  });
}

function endFile(stream) {
  stream[kStream].isSendingFile = false;
  stream.end();
}

module.exports = { respondWithFD, respondWithFile };
