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

async function buffer(stream) {
  const parts = [];
  for await (const chunk of stream)
    parts.push(toBytes(chunk));
  return Buffer.concat(parts);
}

async function bytes(stream) {
  return new Uint8Array(await arrayBuffer(stream));
}

async function arrayBuffer(stream) {
  const all = await buffer(stream);
  return all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength);
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
