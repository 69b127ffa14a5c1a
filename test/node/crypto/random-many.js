'use strict';
// Hundreds of long buffers, in threads too, are all different and have no byte that was not filled:
// after some calls their bytes come from another generator.
const assert = require('assert');
const crypto = require('crypto');
const { Worker, isMainThread, parentPort } = require('worker_threads');

function blocks() {
  const found = [];
  // Each bit of each byte is 1 in some of the later buffers and 0 in others.
  const ones = new Uint8Array(1024);
  const zeros = new Uint8Array(1024);
  for (let i = 0; i < 200; i++) {
    const bytes = crypto.randomBytes(1024);
    for (let at = 0; i >= 100 && at < 1024; at++) {
      ones[at] |= bytes[at];
      zeros[at] |= ~bytes[at];
    }
    for (let at = 0; at < 1024; at += 32)
      found.push(bytes.toString('hex', at, at + 32));
  }
  assert.ok(ones.every((byte) => byte === 255) && zeros.every((byte) => byte === 255));
  return found;
}

if (isMainThread) {
  const all = blocks();
  let threads = 2;
  for (let i = 0; i < threads; i++)
    new Worker(__filename).on('message', (more) => {
      all.push(...more);
      threads--;
    });
  process.on('exit', () => {
    assert.strictEqual(threads, 0);
    assert.strictEqual(new Set(all).size, 3 * 200 * 32);
  });
} else {
  parentPort.postMessage(blocks());
}
