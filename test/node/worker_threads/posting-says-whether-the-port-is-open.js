'use strict';
// postMessage() of a port returns true, and undefined once the port is closed; that of a Worker and
// of a BroadcastChannel returns undefined.
const assert = require('assert');
const { BroadcastChannel, MessageChannel, Worker } = require('worker_threads');

const { port1, port2 } = new MessageChannel();
assert.strictEqual(port1.postMessage(1), true);
assert.strictEqual(port1.postMessage(new ArrayBuffer(8), []), true);
port1.close();
assert.strictEqual(port1.postMessage(1), undefined);
port2.on('close', () => assert.strictEqual(port2.postMessage(1), undefined));

const channel = new BroadcastChannel('posting');
assert.strictEqual(channel.postMessage(1), undefined);
channel.close();

const worker = new Worker(
  `const { parentPort } = require('worker_threads');
   parentPort.postMessage(parentPort.postMessage('first'));`, { eval: true });
assert.strictEqual(worker.postMessage(1), undefined);
const seen = [];
worker.on('message', (message) => seen.push(message));
worker.on('exit', () => assert.deepStrictEqual(seen, ['first', true]));
