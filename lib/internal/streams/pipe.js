'use strict';
// pipe() and unpipe() of Readable.
//
// (1) A source pauses while any of its destinations is full; the last one to drain starts it again.
// (2) Every listener that pipe() adds is a property of its Link; unpipe() removes exactly those.

const {
  ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeToSpliced,
  ObjectSetPrototypeOf, Set, SetPrototypeAdd,
} = primordials;
const { errorOrDestroy } = require('internal/streams/destroy');
const { prependListener } = require('internal/streams/legacy');

function pipe(source, dest, options) {
  const state = source._readableState;
  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    state.multiAwaitDrain = true;
    const full = state.awaitDrainWriters;
    state.awaitDrainWriters = new Set();
    if (full)
      SetPrototypeAdd.call(state.awaitDrainWriters, full);
  }
  state.pipes = ArrayPrototypeToSpliced.call(state.pipes, state.pipes.length, 0, dest);

  const link = new Link(source, dest, options?.end !== false && !dest._isStdio);
  if (state.endEmitted)
    process.nextTick(link.onEnd);
  else
    source.once('end', link.onEnd);
  dest.on('unpipe', link.onUnpipe);
  source.on('data', link.onData);
  prependListener(dest, 'error', link.onError);
  dest.once('close', link.onClose);
  dest.once('finish', link.onFinish);
  dest.emit('pipe', source);
  if (dest.writableNeedDrain === true)
    link.waitForDrain();
  else if (!state.flowing)
    source.resume();
  return dest;
}

// The connection of a source and one of its destinations.
class Link {
  constructor(source, dest, endsDest) {
    this.source = source;
    this.dest = dest;
    this.state = source._readableState;
    this.waiting = false; // for 'drain'
    this.unpiped = false;
    this.onEnd = endsDest ? () => dest.end() : () => this.unpipe();
    this.onData = (chunk) => {
      try {
        if (dest.write(chunk) === false)
          this.waitForDrain();
      } catch (thrown) {
        dest.destroy(thrown);
      }
    };
    this.onDrain = () => {
      if (this.state.drained(dest) && source.listenerCount('data') > 0)
        source.resume();
    };
    this.onError = (err) => this.failed(err);
    this.onClose = () => {
      dest.removeListener('finish', this.onFinish);
      this.unpipe();
    };
    this.onFinish = () => {
      dest.removeListener('close', this.onClose);
      this.unpipe();
    };
    this.onUnpipe = (from, info) => {
      if (from === source && info?.hasUnpiped === false) {
        info.hasUnpiped = true;
        this.remove();
      }
    };
  }

  unpipe() {
    this.source.unpipe(this.dest); // the program's, where it has replaced it
  }

  waitForDrain() {
    const { dest, source, state } = this;
    // write() may have unpiped the destination.
    if (!this.unpiped) {
      if (state.pipes.length === 1 && state.pipes[0] === dest) {
        state.awaitDrainWriters = dest;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && ArrayPrototypeIncludes.call(state.pipes, dest))
        SetPrototypeAdd.call(state.awaitDrainWriters, dest);
      source.pause();
    }
    if (!this.waiting) {
      this.waiting = true;
      dest.on('drain', this.onDrain);
    }
  }

  failed(err) {
    const { dest } = this;
    this.unpipe();
    dest.removeListener('error', this.onError);
    if (dest.listenerCount('error') > 0)
      return;
    const destState = dest._writableState || dest._readableState;
    if (destState && !destState.errorEmitted)
      errorOrDestroy(dest, err);
    else
      dest.emit('error', err);
  }

  remove() {
    const { dest, source } = this;
    dest.removeListener('close', this.onClose);
    dest.removeListener('finish', this.onFinish);
    dest.removeListener('drain', this.onDrain);
    dest.removeListener('error', this.onError);
    dest.removeListener('unpipe', this.onUnpipe);
    source.removeListener('end', this.onEnd);
    source.removeListener('data', this.onData);
    this.unpiped = true;
    // The listener for 'drain' is gone: the source must not wait for it any longer.
    if (this.waiting && this.state.awaits(dest))
      this.onDrain();
  }
}
ObjectSetPrototypeOf(Link.prototype, null);

function unpipe(source, dest) {
  const state = source._readableState;
  if (state.pipes.length === 0)
    return source;
  if (!dest) {
    const all = state.pipes;
    state.pipes = [];
    source.pause();
    for (let i = 0; i < all.length; i++)
      all[i].emit('unpipe', source, { hasUnpiped: false });
    return source;
  }
  const index = ArrayPrototypeIndexOf.call(state.pipes, dest);
  if (index === -1)
    return source;
  state.pipes = ArrayPrototypeToSpliced.call(state.pipes, index, 1);
  if (state.pipes.length === 0)
    source.pause();
  dest.emit('unpipe', source, { hasUnpiped: false });
  return source;
}

module.exports = { pipe, unpipe };
