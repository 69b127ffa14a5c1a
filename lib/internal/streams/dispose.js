'use strict';
// stream[Symbol.asyncDispose](). It has a file of its own because a built-in with async functions
// needs internal/async_context/awaits, which otherwise every program with a stream would load.

const { Promise } = primordials;
const { AbortError } = require('internal/errors');
const { eos } = require('internal/streams/end_of_stream');

// `doneName` and expected() are those of addEndings() (internal/streams/destroy).
async function dispose(stream, doneName, expected) {
  let reason = null;
  if (!stream.destroyed) {
    if (!stream[doneName])
      reason = new AbortError();
    stream.destroy(reason);
  }
  await new Promise((resolve, reject) => {
    eos(stream, (err) => (err && !expected(err, reason) ? reject(err) : resolve(null)));
  });
}

module.exports = { dispose };
