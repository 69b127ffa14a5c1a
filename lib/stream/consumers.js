'use strict';
// stream/consumers: everything a stream has, as one value.

const { Buffer } = require('buffer');

async function chunksOf(stream) {
  const chunks = [];
  for await (const chunk of stream)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return chunks;
}

async function blob(stream) {
  const parts = [];
  for await (const chunk of stream)
    parts.push(chunk);
  return new (require('buffer').Blob)(parts);
}

async function bytes(stream) {
  const joined = Buffer.concat(await chunksOf(stream));
  return new Uint8Array(joined.buffer, joined.byteOffset, joined.byteLength);
}

async function arrayBuffer(stream) {
  return (await blob(stream)).arrayBuffer();
}

async function buffer(stream) {
  return Buffer.from(await arrayBuffer(stream));
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
