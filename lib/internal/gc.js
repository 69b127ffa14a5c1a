'use strict';
// gc() of --expose-gc. The engine has one kind of full collection: `type` and `flavor` of V8's
// options make no difference.

const { gc: collect } = internalBinding('process');
const { Promise } = primordials;

function gc(options) {
  if (typeof options !== 'object' || options === null || options.execution !== 'async') {
    collect();
    return undefined;
  }
  return new Promise((resolve) => {
    require('internal/timers').setImmediate(() => {
      collect();
      resolve();
    });
  });
}

const expose = () => { globalThis.gc = gc; };

module.exports = { expose };
