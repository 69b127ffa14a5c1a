'use strict';
// A body that is 48 MB when it is decoded, of each coding: while nobody reads it, and while it is
// read piece by piece, only a little of it is in memory.
const assert = require('assert');
const http = require('http');
const zlib = require('zlib');

const SIZE = 48e6;
const MOST_UNREAD = 90e6; // five bodies would be 240 MB
const MOST = 180e6;
const zeros = Buffer.alloc(SIZE);
const once = zlib.gzipSync(zeros, { level: 1 });
const BODIES = {
  '/gzip': once,
  '/deflate': zlib.deflateSync(zeros, { level: 1 }),
  '/br': zlib.brotliCompressSync(zeros, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
  }),
  '/zstd': zlib.zstdCompressSync(zeros),
  '/gzip,gzip': zlib.gzipSync(once),
};
const server = http.createServer((req, res) => {
  res.setHeader('content-encoding', req.url.slice(1));
  res.end(BODIES[req.url]);
});

server.keepAliveTimeout = 0; // bodies are read long after the server has sent them

async function lengthOf(response) {
  let length = 0;
  for await (const chunk of response.body)
    length += chunk.length;
  return length;
}

server.listen(0, async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const before = process.memoryUsage.rss();
  const unread = [];
  for (const path of Object.keys(BODIES))
    unread.push(await fetch(url + path));
  const held = process.memoryUsage.rss() - before;
  assert.ok(held < MOST_UNREAD, `${held} bytes of bodies that nobody reads`);
  for (const path of Object.keys(BODIES))
    assert.strictEqual(await lengthOf(await fetch(url + path)), SIZE, path);
  const grown = process.memoryUsage.rss() - before;
  assert.ok(grown < MOST, `${grown} bytes`);
  for (const response of unread)
    await response.body.cancel();
  server.close();
  server.closeAllConnections();
});
