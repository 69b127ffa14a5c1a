'use strict';
// duplex(): a pair of channels; what is written to one is read from the other.

const { SymbolAsyncDispose, SymbolAsyncIterator } = primordials;
const { budgetOf, dictionary, policyOf, signalOf } = require('internal/stream_iter/options');
const { push } = require('internal/stream_iter/push');

function makeChannel(writer, readable) {
  let closing;
  const close = async () => {
    if (writer.canWrite !== null)
      await writer.end();
    await readable[SymbolAsyncIterator]().return();
  };
  return {
    __proto__: null,
    get writer() { return writer; },
    get readable() { return readable; },
    close() { return closing ??= close(); },
    [SymbolAsyncDispose]() { return closing ??= close(); },
  };
}

// The options of one direction: its own before the common ones.
function directionOf(common, own, signal) {
  return {
    __proto__: null,
    budget: budgetOf(own, budgetOf(common, 16384)),
    backpressure: own.backpressure === undefined ? policyOf(common) : policyOf(own),
    signal,
  };
}

function duplex(given) {
  const options = dictionary(given);
  const a = dictionary(options.a, 'a in options');
  const b = dictionary(options.b, 'b in options');
  const signal = signalOf(options);
  const aToB = push(directionOf(options, a, signal));
  const bToA = push(directionOf(options, b, signal));
  return [makeChannel(aToB.writer, bToA.readable), makeChannel(bToA.writer, aToB.readable)];
}

module.exports = { duplex };
