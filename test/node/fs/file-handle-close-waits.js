'use strict';
// close() of a FileHandle waits for what is under way; afterwards everything is refused with EBADF.
const assert = require('assert');
const fs = require('fs');

(async () => {
  const handle = await fs.promises.open(__filename);
  let closed = 0;
  handle.on('close', () => closed++);
  const order = [];
  const reading = handle.read(Buffer.alloc(4), 0, 4, 0).then(({ bytesRead }) => {
    order.push('read');
    assert.strictEqual(bytesRead, 4);
  });
  const closing = handle.close().then(() => order.push('closed'));
  await Promise.all([reading, closing]);
  assert.deepStrictEqual(order, ['read', 'closed']);
  assert.strictEqual(handle.fd, -1);
  assert.strictEqual(closed, 1);
  await assert.rejects(handle.read(Buffer.alloc(4)), { code: 'EBADF', message: 'file closed' });
  await handle.close();
  assert.strictEqual(closed, 1);
})();
