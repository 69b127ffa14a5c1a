'use strict';
// for await over a Readable.

const { Promise } = primordials;
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');

const nop = () => {};
const kObjects = { __proto__: null, objectMode: true };
const kReadOnly = { __proto__: null, writable: false };

function iterate(stream, options) {
  if (typeof stream.read !== 'function')
    stream = require('internal/streams/readable').Readable.wrap(stream, kObjects);
  const iterator = chunks(stream, options);
  iterator.stream = stream;
  return iterator;
}

async function* chunks(stream, options) {
  let wake = nop;
  let outcome; // undefined: not over; null: ended; else the error
  const onReadable = () => {
    wake();
    wake = nop;
  };
  stream.on('readable', onReadable);
  const cleanup = eos(stream, kReadOnly, (err) => {
    outcome = err ?? null;
    onReadable();
  });
  let failure;
  try {
    while (true) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null)
        yield chunk;
      else if (outcome)
        throw outcome;
      else if (outcome === null)
        return;
      else
        await new Promise((resolve) => { wake = resolve; });
    }
  } catch (err) {
    failure = require('internal/errors').aggregateTwoErrors(failure, err);
    throw failure;
  } finally {
    // One that has ended destroys itself, unless its other side is still open.
    if (outcome !== null && (failure || options?.destroyOnReturn !== false) &&
        (outcome === undefined || stream._readableState.autoDestroy))
      destroyer(stream, null);
    else {
      stream.removeListener('readable', onReadable);
      cleanup();
    }
  }
}

module.exports = { iterate };
