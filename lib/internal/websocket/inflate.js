'use strict';
// permessage-deflate (RFC 7692): decompresses the messages of the server, one after the other.

const { RegExpPrototypeExec, SafeArray, StringPrototypeSplit, StringPrototypeToLowerCase,
        StringPrototypeTrim, TypedArrayPrototypeGetLength } = primordials;
const { joinChunks } = require('internal/fetch/body');
const { MAX_MESSAGE } = require('internal/websocket/frames');

const OFFER = 'permessage-deflate; client_max_window_bits';
const BITS = /^(?:[89]|1[0-5])$/;

// What the server agreed to: null without an extension, undefined when it is not what was offered.
function readExtensions(header) {
  if (header === undefined || header === '')
    return null;
  const parts = StringPrototypeSplit.call(StringPrototypeToLowerCase.call(header), ';');
  if (StringPrototypeTrim.call(parts[0]) !== 'permessage-deflate')
    return undefined;
  const options = { __proto__: null };
  for (let i = 1; i < parts.length; i++) {
    const pair = StringPrototypeSplit.call(StringPrototypeTrim.call(parts[i]), '=');
    const name = pair[0];
    if (name in options)
      return undefined;
    options[name] = pair[1];
    const isBits = name === 'server_max_window_bits' || name === 'client_max_window_bits';
    const isFlag = name === 'server_no_context_takeover' || name === 'client_no_context_takeover';
    if (isFlag ? pair.length > 1 :
      !isBits || RegExpPrototypeExec.call(BITS, pair[1] ?? '') === null)
      return undefined;
  }
  return { __proto__: null, isFresh: 'server_no_context_takeover' in options };
}

class Inflater {
  constructor(isFresh) {
    this.isFresh = isFresh;
    this.stream = null;
  }

  // Calls done(error, bytes) later. One at a time.
  run(bytes, done) {
    const { bufferFrom } = require('internal/buffer');
    const chunks = new SafeArray();
    let total = 0;
    const stream = this.stream ??= require('zlib').createInflateRaw();
    const end = (error) => {
      stream.off('data', onData);
      stream.off('error', end);
      if (error || this.isFresh)
        this.close();
      done(error ?? null, error ? null : joinChunks(chunks, total));
    };
    const onData = (chunk) => {
      total += TypedArrayPrototypeGetLength.call(chunk);
      if (total > MAX_MESSAGE)
        end(new primordials.Error('Message is too large'));
      else
        chunks.push(chunk);
    };
    stream.on('data', onData);
    stream.on('error', end);
    stream.write(bytes);
    stream.write(bufferFrom([0, 0, 0xff, 0xff]));
    stream.flush(() => {
      if (this.stream === stream)
        end(null);
    });
  }

  close() {
    this.stream?.on('error', () => {});
    this.stream?.close();
    this.stream = null;
  }
}

module.exports = { Inflater, OFFER, readExtensions };
