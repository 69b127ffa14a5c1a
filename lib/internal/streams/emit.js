'use strict';
// The events that streams emit for each chunk, without the cost of a general emit().
//
// A stream whose emit() is the runtime's own, and which has one listener or none, needs no list of
// arguments: the listener is called here. All other cases are left to stream.emit().

const { FunctionPrototypeCall } = primordials;
const own = require('internal/events/own');
require('events'); // fills `own`

const { emit, kCapture, listenerCount } = own;
const { passing } = require('internal/streams/state');

function emitData(stream, chunk) {
  const handler = stream._events?.data;
  if (typeof handler === 'function' && handler.call === FunctionPrototypeCall &&
      stream.emit === emit && stream[kCapture] === false)
    handler.call(stream, chunk);
  else
    stream.emit('data', chunk);
}

// The same for bytes, of which the size is known.
function emitBytes(stream, chunk, size) {
  const handler = stream._events?.data;
  if (typeof handler === 'function' && handler.call === FunctionPrototypeCall &&
      stream.emit === emit && stream[kCapture] === false) {
    passing.chunk = chunk;
    passing.size = size;
    handler.call(stream, chunk);
    passing.chunk = null;
  } else
    stream.emit('data', chunk);
}

// The same for a Readable that flows and whose queue is empty. False if there is no listener.
function emitBytesAtOnce(stream, state, chunk, size) {
  const handler = stream._events?.data;
  if (typeof handler === 'function' && handler.call === FunctionPrototypeCall &&
      stream.emit === emit && stream.listenerCount === listenerCount &&
      stream[kCapture] === false) {
    if (state.awaitDrainWriters !== null)
      state.forgetDrain();
    state.dataEmitted = true;
    passing.chunk = chunk;
    passing.size = size;
    handler.call(stream, chunk);
    passing.chunk = null;
    return true;
  }
  if (!hasDataListener(stream))
    return false;
  if (state.awaitDrainWriters !== null)
    state.forgetDrain();
  state.dataEmitted = true;
  stream.emit('data', chunk);
  return true;
}

function emitDrain(stream) {
  const handler = stream._events?.drain;
  if (typeof handler === 'function' && handler.call === FunctionPrototypeCall &&
      stream.emit === emit && stream[kCapture] === false)
    handler.call(stream);
  else
    stream.emit('drain');
}

// Events that seldom have a listener.
function emitPause(stream) {
  if (stream.emit !== emit || stream._events?.pause !== undefined)
    stream.emit('pause');
}

function emitResume(stream) {
  if (stream.emit !== emit || stream._events?.resume !== undefined)
    stream.emit('resume');
}

function emitReadable(stream) {
  if (stream.emit !== emit || stream._events?.readable !== undefined)
    stream.emit('readable');
}

function hasDataListener(stream) {
  return stream.listenerCount === listenerCount ? stream._events?.data !== undefined :
    stream.listenerCount('data') > 0;
}

module.exports = {
  emitBytes, emitBytesAtOnce, emitData, emitDrain, emitPause, emitReadable, emitResume,
  hasDataListener,
};
