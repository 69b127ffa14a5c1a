'use strict';
// pipeline() as a promise.

const { isIterable, isNodeStream, isWebStream } = require('internal/streams/utils');
const { finished } = require('internal/streams/end-of-stream');
const { pipelineImpl } = require('internal/streams/pipeline');

function pipeline(...streams) {
  return new Promise((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) &&
        !isWebStream(last))
      options = streams.pop();
    pipelineImpl(streams, (err, value) => {
      if (err)
        reject(err);
      else
        resolve(value);
    }, options);
  });
}

module.exports = { finished, pipeline };
