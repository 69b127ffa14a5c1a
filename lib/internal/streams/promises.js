'use strict';
// pipeline() of node:stream/promises.

const { ArrayPrototypePop, Promise } = primordials;
const { isIterable, isNodeStream, isWebStream } = require('internal/streams/utils');
const { finished } = require('internal/streams/end_of_stream');
const { pipelineImpl } = require('internal/streams/pipeline');

function pipeline(...streams) {
  return new Promise((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) &&
        !isWebStream(last))
      options = ArrayPrototypePop.call(streams);
    pipelineImpl(streams, (err, value) => {
      if (err)
        reject(err);
      else
        resolve(value);
    }, options);
  });
}

module.exports = { finished, pipeline };
