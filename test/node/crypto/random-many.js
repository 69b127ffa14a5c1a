'use strict';
// Hundreds of long buffers, in threads too, are all different and have no part that was not filled:
// after some calls their bytes come from another generator.
const assert = require('assert');
const crypto = require('crypto');
const { Worker, isMainThread, parentPort } = require('worker_threads');

function blocks() {
  const found = [];
  for (let i = 0; i < 200; i++) {
    const bytes = crypto.randomBytes(1024);
    for (let at = 0; at < 1024; at += 32)
      found.push(bytes.toString('hex', at, at + 32));
  }
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
