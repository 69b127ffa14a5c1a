'use strict';
// broadcast(): one writer, many readers of the same bytes.
//
// (1) A write is one entry of the buffer, and one batch for each consumer.
// (2) Entries that all consumers have read are removed. Without consumers entries stay: a consumer
//     that is attached later begins with them.

const { PromisePrototypeThen, SafeArray, SymbolDispose, SymbolFor } = primordials;
const { codes } = require('internal/errors');
const { budgetOf, dictionary, policyOf, signalOf } = require('internal/stream_iter/options');
const { onAbort } = require('internal/stream_iter/abort');
const { Consumer, iterableFor } = require('internal/stream_iter/consumer');
const { Writer, kMakeRoom, kStop, remove, takeAll } = require('internal/stream_iter/writer');

const broadcastProtocol = SymbolFor('Stream.broadcastProtocol');

class BroadcastWriter extends Writer {
  constructor(buffer) { super(buffer); }
}

class Buffer {
  writer = null;
  size = 0;
  first = 0; // the position of the oldest entry
  consumers = new SafeArray();
  #entries = new SafeArray();
  #sizes = new SafeArray();
  #isEnded = false;
  #isStopped = false;
  #failure = null;

  constructor(budget, policy) {
    this.budget = budget;
    this.policy = policy;
  }

  get isDrained() {
    return this.#entries.length === 0 || this.consumers.length === 0;
  }

  add(chunks, size) {
    this.#entries.push(chunks);
    this.#sizes.push(size);
    this.size += size;
    this.#serveAll();
  }

  dropOldest() {
    this.#entries.shift();
    this.size -= this.#sizes.shift();
    this.first++;
    for (let i = 0; i < this.consumers.length; i++) {
      if (this.consumers[i].position < this.first)
        this.consumers[i].position = this.first;
    }
  }

  attach() {
    const consumer = new Consumer(this, this.first);
    if (this.#failure !== null)
      consumer.fail(this.#failure.reason);
    else if (this.#isStopped)
      consumer.finish();
    else
      this.consumers.push(consumer);
    return consumer;
  }

  detach(consumer) {
    remove(this.consumers, consumer);
    if (this.consumers.length > 0)
      this.#trim();
    this.writer[kMakeRoom]();
  }

  serve(consumer) {
    this.#answer(consumer);
    this.#trim();
    this.writer[kMakeRoom]();
  }

  #answer(consumer) {
    while (consumer.isWaiting && consumer.position < this.first + this.#entries.length)
      consumer.answer(this.#entries[consumer.position++ - this.first]);
    if (consumer.isWaiting && this.#isEnded) {
      consumer.finish();
      remove(this.consumers, consumer);
    }
  }

  #serveAll() {
    for (let i = this.consumers.length - 1; i >= 0; i--)
      this.#answer(this.consumers[i]);
    this.#trim();
  }

  // Removes what all consumers have read.
  #trim() {
    if (this.consumers.length === 0)
      return;
    let least = this.consumers[0].position;
    for (let i = 1; i < this.consumers.length; i++) {
      if (this.consumers[i].position < least)
        least = this.consumers[i].position;
    }
    while (this.first < least) {
      this.#entries.shift();
      this.size -= this.#sizes.shift();
      this.first++;
    }
  }

  end() {
    this.#isEnded = true;
    this.#serveAll();
  }

  fail(reason) {
    this.#failure = { __proto__: null, reason };
    this.#clear();
    const consumers = takeAll(this.consumers);
    for (let i = 0; i < consumers.length; i++)
      consumers[i].fail(reason);
  }

  #clear() {
    this.first += this.#entries.length;
    this.#entries.length = 0;
    this.#sizes.length = 0;
    this.size = 0;
  }

  // Consumers are at the end at once.
  stop() {
    this.#isStopped = true;
    this.#clear();
    const consumers = takeAll(this.consumers);
    for (let i = 0; i < consumers.length; i++)
      consumers[i].finish();
  }
}

class BroadcastChannel {
  #buffer;
  #onCancel;

  constructor(buffer, onCancel) {
    this.#buffer = buffer;
    this.#onCancel = onCancel;
  }

  get consumerCount() {
    return this.#buffer.consumers.length;
  }

  push(...args) {
    return iterableFor(args, () => this.#buffer.attach());
  }

  cancel(reason) {
    this.#buffer.writer[kStop](new codes.ERR_INVALID_STATE.TypeError('Writer is closed'), false);
    if (reason === undefined)
      this.#buffer.stop();
    else
      this.#buffer.fail(reason);
    this.#onCancel?.();
  }

  [SymbolDispose]() {
    this.cancel();
  }
}

function open(given, onCancel) {
  const options = dictionary(given);
  const buffer = new Buffer(budgetOf(options, 65536), policyOf(options));
  const signal = signalOf(options);
  const writer = new BroadcastWriter(buffer);
  buffer.writer = writer;
  const channel = new BroadcastChannel(buffer, onCancel);
  if (signal?.aborted)
    channel.cancel(signal.reason);
  else if (signal !== undefined)
    onAbort(signal, () => channel.cancel(signal.reason));
  return { __proto__: null, writer, broadcast: channel };
}

function from(input, given) {
  const options = dictionary(given);
  if (input !== null && input !== undefined && typeof input[broadcastProtocol] === 'function') {
    const made = input[broadcastProtocol](options);
    if (made === null || typeof made !== 'object') {
      throw new codes.ERR_INVALID_RETURN_VALUE(
        'an object', "[Symbol.for('Stream.broadcastProtocol')]", made);
    }
    return { __proto__: null, writer: { __proto__: null }, broadcast: made };
  }
  const { AbortController } = require('internal/abort_controller');
  const source = require('internal/stream_iter/from').from(input);
  const stop = new AbortController();
  const result = open(options, () => stop.abort());
  const { pipeTo } = require('internal/stream_iter/pipe_to');
  // A failure of the source reaches the consumers by the writer.
  PromisePrototypeThen.call(
    pipeTo(source, result.writer, { __proto__: null, signal: stop.signal }), () => {}, () => {});
  return result;
}

module.exports = {
  Broadcast: { __proto__: null, from },
  broadcast(options) { return open(options, null); },
  broadcastProtocol,
};
