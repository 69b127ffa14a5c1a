'use strict';
// When the body of an answer has been read, an entry is listed and observed; not for local URLs.
const assert = require('assert');
const http = require('http');
const zlib = require('zlib');

const server = http.createServer((req, res) => {
  if (req.url === '/moved')
    res.writeHead(302, { location: '/' });
  if (req.url === '/gzip')
    res.setHeader('content-encoding', 'gzip');
  res.end(req.url === '/gzip' ? zlib.gzipSync('a'.repeat(500)) : 'hello');
});
server.listen(0, async () => {
  const origin = `http://localhost:${server.address().port}`;
  const next = () => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries()[0]);
    });
    observer.observe({ type: 'resource' });
  });
  const load = async (path, options) => {
    const entry = next();
    await (await fetch(`${origin}${path}`, options)).text();
    return (await entry).toJSON();
  };

  await (await fetch('data:,a')).text();
  const plain = await load('/?a#b');
  assert.strictEqual(plain.name, `${origin}/?a#b`);
  const { entryType, initiatorType, responseStatus, encodedBodySize, decodedBodySize,
          transferSize, redirectStart, deliveryType, renderBlockingStatus } = plain;
  assert.deepStrictEqual(
    [entryType, initiatorType, responseStatus, encodedBodySize, decodedBodySize, transferSize,
     redirectStart, deliveryType, renderBlockingStatus],
    ['resource', 'fetch', 200, 5, 5, 305, 0, '', 'non-blocking']);
  const times = [plain.startTime, plain.fetchStart, plain.requestStart, plain.responseStart,
                 plain.responseEnd];
  assert.deepStrictEqual(times, [...times].sort((a, b) => a - b));

  const packed = await load('/gzip');
  assert.strictEqual(packed.decodedBodySize, 500);
  assert.ok(packed.encodedBodySize < 100);
  const moved = await load('/moved');
  assert.strictEqual(moved.name, `${origin}/moved`);
  assert.ok(moved.redirectStart > 0 && moved.redirectEnd >= moved.redirectStart);
  assert.strictEqual((await load('/', { method: 'HEAD' })).encodedBodySize, 0);
  assert.strictEqual(performance.getEntriesByType('resource').length, 4);
  server.closeAllConnections();
  server.close();
});
