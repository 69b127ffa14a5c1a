'use strict';
const { step, text, call, thrown } = require('../harness.js');
const { MessageChannel, BroadcastChannel, receiveMessageOnPort, isMainThread, threadId,
  markAsUntransferable, isMarkedAsUntransferable } = require('node:worker_threads');

step('ports', async () => {
  const { port1, port2 } = new MessageChannel();
  const heard = call((done) => port2.on('message', (message) => done(null, message)));
  port1.postMessage({ a: [1, 2], b: 'x' });
  const { value } = await heard;
  const closed = call((done) => port2.on('close', () => done()));
  port1.close();
  await closed;
  return text(value.a, value.b);
});
step('onmessage', async () => {
  const { port1, port2 } = new MessageChannel();
  const { value } = await call((done) => {
    port2.onmessage = (event) => done(null, event);
    port1.postMessage('text');
  });
  port1.close();
  return text(value.data, value.type, value.ports.length, value.target === port2);
});
step('transfer', async () => {
  const { port1, port2 } = new MessageChannel();
  const inner = new MessageChannel();
  const buffer = new ArrayBuffer(4);
  const heard = call((done) => port2.once('message', (message) => done(null, message)));
  port1.postMessage({ port: inner.port1, buffer }, [inner.port1, buffer]);
  const { value } = await heard;
  const second = call((done) => inner.port2.once('message', (message) => done(null, message)));
  value.port.postMessage('through');
  const other = await second;
  value.port.close();
  port1.close();
  return text(value.buffer.byteLength, buffer.byteLength, other.value);
});
step('receiveMessageOnPort', () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(5);
  const first = receiveMessageOnPort(port2).message;
  const second = receiveMessageOnPort(port2);
  port1.close();
  return text(first, second);
});
step('broadcast', async () => {
  const one = new BroadcastChannel('name');
  const two = new BroadcastChannel('name');
  const { value } = await call((done) => {
    two.onmessage = (event) => done(null, event.data);
    one.postMessage('all');
  });
  one.close();
  two.close();
  return text(value, one.name);
});
step('others', () => {
  const thing = new ArrayBuffer(1);
  markAsUntransferable(thing);
  return text(isMainThread, threadId, isMarkedAsUntransferable(thing));
});
step('wrong arguments', () => {
  const { port1 } = new MessageChannel();
  const result = text(thrown(() => port1.postMessage()), thrown(() => port1.postMessage(() => {})),
    thrown(() => new BroadcastChannel()));
  port1.close();
  return result;
});
