'use strict';
// Messages between ports come from the loop one by one, before immediates; each is followed by its
// ticks and jobs; close() tells both ends in a close phase.
const assert = require('assert');
const { receiveMessageOnPort, markAsUntransferable } = require('worker_threads');

const log = [];
const { port1, port2 } = new MessageChannel();
assert.strictEqual(port2.hasRef(), false);
port2.on('message', (value) => {
  log.push(value);
  process.nextTick(() => log.push(`tick ${value}`));
  Promise.resolve().then(() => log.push(`job ${value}`));
});
assert.strictEqual(port2.hasRef(), true);
port1.on('close', () => log.push('close 1'));
port2.on('close', () => log.push('close 2'));
port1.postMessage('a');
port1.postMessage('b');
setImmediate(() => {
  log.push('immediate');
  port1.close();
  setImmediate(() => log.push('immediate'));
});
process.on('exit', () => assert.deepStrictEqual(log, [
  'a', 'tick a', 'job a', 'b', 'tick b', 'job b', 'immediate', 'close 1', 'immediate', 'close 2',
]));

// Without a listener messages wait, or are taken by hand; they are copies, or moved.
const other = new MessageChannel();
const value = { list: [1n, new Date(0)], bytes: new Uint8Array([1, 2]) };
value.self = value;
other.port1.postMessage(value, [value.bytes.buffer]);
assert.strictEqual(value.bytes.length, 0);
const { message } = receiveMessageOnPort(other.port2);
assert.strictEqual(message.self, message);
assert.deepStrictEqual([...message.bytes], [1, 2]);
assert.strictEqual(receiveMessageOnPort(other.port2), undefined);

// A port can be moved, and must be listed.
const third = new MessageChannel();
assert.throws(() => other.port1.postMessage(third.port1), { name: 'DataCloneError', code: 25 });
other.port1.postMessage(third.port1, [third.port1]);
const moved = receiveMessageOnPort(other.port2).message;
moved.postMessage('through');
assert.deepStrictEqual(receiveMessageOnPort(third.port2), { message: 'through' });

const fixed = new ArrayBuffer(1);
markAsUntransferable(fixed);
for (const bad of [[fixed], [other.port1], [{}], [Buffer.from('x').buffer]])
  assert.throws(() => other.port1.postMessage(1, bad), { name: 'DataCloneError' });
assert.throws(() => new MessagePort(), { code: 'ERR_CONSTRUCT_CALL_INVALID' });
