// PerformanceObserver gets an entry of each session and of each stream of both sides.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const { PerformanceObserver } = require('perf_hooks');

const seen = [];
assert.ok(PerformanceObserver.supportedEntryTypes.includes('http2'));
const observer = new PerformanceObserver((list) => {
  for (const { name, entryType, duration, detail } of list.getEntries()) {
    assert.strictEqual(entryType, 'http2');
    assert.ok(duration >= 0);
    if (name === 'Http2Session') {
      assert.strictEqual(detail.streamCount, 1);
      assert.strictEqual(detail.maxConcurrentStreams, 1);
      assert.ok(detail.framesReceived >= 3 && detail.framesSent >= 3);
      assert.ok(detail.bytesRead > 0 && detail.bytesWritten > 0);
      assert.strictEqual(detail.pingRTT > 0, detail.type === 'client');
      seen.push(detail.type);
    } else {
      assert.strictEqual(detail.id, 1);
      assert.strictEqual(typeof detail.timeToFirstHeader, 'number');
      seen.push(`read ${detail.bytesRead} wrote ${detail.bytesWritten}`);
    }
  }
});
observer.observe({ type: 'http2' });

const server = http2.createServer();
server.on('stream', (stream) => {
  stream.resume().on('end', () => {
    stream.respond();
    stream.write('123');
    stream.end('456');
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', () => client.ping(() => {
    const req = client.request({ ':method': 'POST' });
    req.end('ab');
    req.resume().on('close', () => client.close(() => server.close()));
  }));
});
process.on('exit', () => assert.deepStrictEqual(
  seen.sort(), ['client', 'read 2 wrote 6', 'read 6 wrote 2', 'server']));
