// B6.5: the callback of send() runs after send() has returned, with the number of bytes.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const receiver = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');
receiver.bindSync({ address: '127.0.0.1' });
sender.connectSync(receiver.address().port);
let hasReturned = false, calls = 0;
sender.send('abc', (error, bytes) => {
  assert.strictEqual(error, null);
  assert.strictEqual(bytes, 3);
  assert.ok(hasReturned);
  calls++;
  receiver.close();
  sender.close();
});
hasReturned = true;
process.on('exit', () => assert.strictEqual(calls, 1));
