'use strict';
// gzip, deflate of both forms, br, zstd, several at once; unknown codings are left alone.
const assert = require('assert');
const zlib = require('zlib');
const { run } = require('./fixtures/server.js');

const TEXT = 'some text that repeats '.repeat(5000);
const ENCODED = {
  'gzip': zlib.gzipSync(TEXT), 'x-gzip': zlib.gzipSync(TEXT), 'deflate': zlib.deflateSync(TEXT),
  'br': zlib.brotliCompressSync(TEXT), 'zstd': zlib.zstdCompressSync(TEXT),
  'gzip, br': zlib.brotliCompressSync(zlib.gzipSync(TEXT)), 'other': Buffer.from(TEXT),
};
run((req, res) => {
  const coding = decodeURIComponent(req.url.slice(1));
  if (coding === 'raw') {
    res.setHeader('content-encoding', 'deflate');
    res.end(zlib.deflateRawSync(TEXT));
  } else if (coding === 'bad') {
    res.setHeader('content-encoding', 'gzip');
    res.end('this is no gzip');
  } else if (coding === 'many') {
    res.setHeader('content-encoding', 'gzip, gzip, gzip, gzip, gzip, gzip');
    res.end('x');
  } else {
    res.setHeader('content-encoding', coding);
    res.end(req.method === 'HEAD' ? undefined : ENCODED[coding]);
  }
}, async (url) => {
  for (const coding of [...Object.keys(ENCODED), 'raw'])
    assert.strictEqual(await (await fetch(`${url}/${coding}`)).text(), TEXT, coding);
  assert.strictEqual(await (await fetch(`${url}/gzip`, { method: 'HEAD' })).text(), '');
  const bad = await fetch(`${url}/bad`);
  await assert.rejects(bad.text(), { name: 'TypeError', message: 'terminated' });
  await assert.rejects(fetch(`${url}/many`), { message: 'fetch failed' });
});
