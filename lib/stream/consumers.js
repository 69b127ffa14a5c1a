'use strict';
// node:stream/consumers: reads a stream to its end and returns the content as one value.

const {
  ArrayBuffer, ArrayBufferIsView, JSONParse, SafeArray, String, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { bufferFrom } = require('internal/buffer');
const parseJson = require('internal/json_parse').wrap(JSONParse);
const { bufferOver } = require('internal/streams/state');
const kMore = { __proto__: null, stream: true };

function toBytes(chunk) {
  if (typeof chunk === 'string')
    return bufferFrom(chunk);
  if (ArrayBufferIsView(chunk))
    return bufferOver(chunk);
  return bufferFrom(chunk instanceof ArrayBuffer ? chunk : String(chunk));
}

// Not in Buffer's pool: arrayBuffer() returns the whole ArrayBuffer of the result.
async function bytes(stream) {
  const parts = new SafeArray();
  let length = 0;
  for await (const chunk of stream) {
    const part = toBytes(chunk);
    parts.push(part);
    length += TypedArrayPrototypeGetLength.call(part);
  }
  const all = new Uint8Array(length);
  let offset = 0;
  for (let i = 0; i < parts.length; i++) {
    TypedArrayPrototypeSet.call(all, parts[i], offset);
    offset += TypedArrayPrototypeGetLength.call(parts[i]);
  }
  return all;
}

async function arrayBuffer(stream) {
  return (await bytes(stream)).buffer;
}

async function buffer(stream) {
  return bufferFrom(await arrayBuffer(stream));
}

async function blob(stream) {
  const parts = new SafeArray();
  for await (const chunk of stream)
    parts.push(chunk);
  return new (require('buffer').Blob)(parts);
}

async function text(stream) {
  const decoder = new (require('internal/encoding').TextDecoder)();
  let result = '';
  for await (const chunk of stream)
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk, kMore);
  return result + decoder.decode();
}

async function json(stream) {
  return parseJson(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
