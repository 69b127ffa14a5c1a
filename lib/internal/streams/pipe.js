'use strict';
// pipe() and unpipe() of Readable.
//
// (1) A source pauses while any of its destinations is full; the last one to drain starts it again.
// (2) Every listener that pipe() adds is in one list, and unpipe() removes exactly those.

const { errorOrDestroy } = require('internal/streams/destroy');
const { prependListener } = require('internal/streams/legacy');

function pipe(source, dest, options) {
  const state = source._readableState;
  if (state.pipes.length === 1 && !state.multiAwaitDrain) {
    state.multiAwaitDrain = true;
    state.awaitDrainWriters = new Set(state.awaitDrainWriters ? [state.awaitDrainWriters] : []);
  }
  state.pipes.push(dest);

  const unpipeThis = () => source.unpipe(dest); // the user's, where there is one
  const endsDest = options?.end !== false && !dest._isStdio;
  const onEnd = endsDest ? () => dest.end() : unpipeThis;
  if (state.endEmitted)
    process.nextTick(onEnd);
  else
    source.once('end', onEnd);

  let waiting = false; // for 'drain'
  let unpiped = false;
  const onDrain = () => {
    if (state.drained(dest) && source.listenerCount('data') > 0)
      source.resume();
  };
  const waitForDrain = () => {
    // write() may have unpiped the destination by itself.
    if (!unpiped) {
      if (state.pipes.length === 1 && state.pipes[0] === dest) {
        state.awaitDrainWriters = dest;
        state.multiAwaitDrain = false;
      } else if (state.pipes.length > 1 && state.pipes.includes(dest))
        state.awaitDrainWriters.add(dest);
      source.pause();
    }
    if (!waiting) {
      waiting = true;
      dest.on('drain', onDrain);
    }
  };
  const onData = (chunk) => {
    try {
      if (dest.write(chunk) === false)
        waitForDrain();
    } catch (thrown) {
      dest.destroy(thrown);
    }
  };
  const onError = (err) => {
    unpipeThis();
    dest.removeListener('error', onError);
    if (dest.listenerCount('error') > 0)
      return;
    const destState = dest._writableState || dest._readableState;
    if (destState && !destState.errorEmitted)
      errorOrDestroy(dest, err);
    else
      dest.emit('error', err);
  };
  const onClose = () => {
    dest.removeListener('finish', onFinish);
    unpipeThis();
  };
  const onFinish = () => {
    dest.removeListener('close', onClose);
    unpipeThis();
  };
  const onUnpipe = (from, info) => {
    if (from !== source || info?.hasUnpiped !== false)
      return;
    info.hasUnpiped = true;
    for (const [event, listener] of [['close', onClose], ['finish', onFinish], ['drain', onDrain],
                                     ['error', onError], ['unpipe', onUnpipe]])
      dest.removeListener(event, listener);
    source.removeListener('end', onEnd);
    source.removeListener('data', onData);
    unpiped = true;
    // Nobody else will hear this destination's 'drain' for the source.
    if (waiting && state.awaitDrainWriters &&
        (!dest._writableState || dest._writableState.needDrain))
      onDrain();
  };

  dest.on('unpipe', onUnpipe);
  source.on('data', onData);
  prependListener(dest, 'error', onError);
  dest.once('close', onClose);
  dest.once('finish', onFinish);
  dest.emit('pipe', source);
  if (dest.writableNeedDrain === true)
    waitForDrain();
  else if (!state.flowing)
    source.resume();
  return dest;
}

function unpipe(source, dest) {
  const state = source._readableState;
  if (state.pipes.length === 0)
    return source;
  if (!dest) {
    const all = state.pipes;
    state.pipes = [];
    source.pause();
    for (const one of all)
      one.emit('unpipe', source, { hasUnpiped: false });
    return source;
  }
  const index = state.pipes.indexOf(dest);
  if (index === -1)
    return source;
  state.pipes.splice(index, 1);
  if (state.pipes.length === 0)
    source.pause();
  dest.emit('unpipe', source, { hasUnpiped: false });
  return source;
}

module.exports = { pipe, unpipe };
