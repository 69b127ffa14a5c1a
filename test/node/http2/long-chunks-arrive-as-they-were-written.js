// Chunks that wait for the window arrive whole, though the program decodes them from strings, or
// shrinks their memory, or drops them.
// differs from Node: there the memory is empty when it was shrunk
'use strict';
const assert = require('assert');
const http2 = require('http2');

const COUNT = 20;
const bytes = Buffer.alloc(60000, 'abcdefg');
const hex = bytes.toString('hex');
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.respond();
  for (let i = 0; i < COUNT; i++) {
    if (headers[':path'] === '/hex') {
      stream.write(hex, 'hex');
      continue;
    }
    const memory = new ArrayBuffer(bytes.length, { maxByteLength: bytes.length });
    const chunk = new Uint8Array(memory);
    chunk.set(bytes);
    stream.write(chunk, () => memory.resize(0));
    if (i === 0)
      memory.resize(0); // it is with C already
  }
  stream.end();
  let garbage = [];
  for (let i = 0; i < 500; i++)
    garbage.push(Buffer.alloc(60000, 'z'));
  garbage = null;
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let open = 2;
  for (const path of ['/hex', '/resized']) {
    const chunks = [];
    const req = client.request({ ':path': path });
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('close', () => {
      const got = Buffer.concat(chunks);
      assert.ok(got.equals(Buffer.concat(new Array(COUNT).fill(bytes))), `${path} ${got.length}`);
      if (--open === 0)
        client.close(() => server.close());
    });
  }
});
