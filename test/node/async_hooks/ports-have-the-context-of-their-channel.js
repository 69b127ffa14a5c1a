'use strict';
// 'message' and 'close' of a port are emitted with the store that its channel was made with.
const assert = require('node:assert');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const seen = [];
const { port1, port2 } = als.run('channel', () => new MessageChannel());
const channel = als.run('broadcast', () => new BroadcastChannel('x'));
const other = new BroadcastChannel('x');
als.run('listener', () => {
  port2.on('message', () => { seen.push(als.getStore()); port1.close(); });
  port2.on('close', () => { seen.push(als.getStore()); other.postMessage(1); });
  channel.onmessage = () => { seen.push(als.getStore()); channel.close(); other.close(); };
});
als.run('sender', () => port1.postMessage(1));
process.on('exit', () => assert.deepStrictEqual(seen, ['channel', 'channel', 'broadcast']));
