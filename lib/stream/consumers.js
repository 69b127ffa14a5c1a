'use strict';
// stream/consumers: everything a stream has, as one value.

const { Buffer } = require('buffer');

function toBytes(chunk) {
  if (typeof chunk === 'string')
    return Buffer.from(chunk);
  if (ArrayBuffer.isView(chunk))
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(chunk instanceof ArrayBuffer ? chunk : String(chunk));
}

// In memory of its own, not in Buffer's pool: the whole ArrayBuffer is the result.
async function bytes(stream) {
  const parts = [];
  let length = 0;
  for await (const chunk of stream) {
    const part = toBytes(chunk);
    parts.push(part);
    length += part.length;
  }
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

async function arrayBuffer(stream) {
  return (await bytes(stream)).buffer;
}

async function buffer(stream) {
  return Buffer.from(await arrayBuffer(stream));
}

async function blob(stream) {
  const parts = [];
  for await (const chunk of stream)
    parts.push(chunk);
  return new (require('buffer').Blob)(parts);
}

async function text(stream) {
  const decoder = new TextDecoder();
  let result = '';
  for await (const chunk of stream)
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return result + decoder.decode();
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
