'use strict';
// An idle FileHandle can be sent through a port: the descriptor moves into a new handle.
const assert = require('assert');
const fs = require('fs').promises;
const { receiveMessageOnPort } = require('worker_threads');

(async () => {
  const { port1, port2 } = new MessageChannel();
  const handle = await fs.open(__filename);
  assert.throws(() => port1.postMessage(handle), { name: 'DataCloneError' });

  const reading = handle.read(Buffer.alloc(4));
  assert.throws(() => port1.postMessage(handle, [handle]),
                { name: 'DataCloneError', message: 'Cannot transfer FileHandle while in use' });
  await reading;

  port1.postMessage({ handle }, [handle]);
  assert.strictEqual(handle.fd, -1);
  await assert.rejects(handle.readFile(), { code: 'EBADF' });
  const { handle: moved } = receiveMessageOnPort(port2).message;
  assert.strictEqual(Object.getPrototypeOf(moved), Object.getPrototypeOf(handle));
  assert.match(await moved.readFile('utf8'), /idle FileHandle/);
  await moved.close();
  port1.close();
})();
