// flags: --expose-gc
// PerformanceObserver gets entries of collections, connections, look-ups and http messages.
const assert = require('node:assert');
const dns = require('node:dns');
const http = require('node:http');
const { PerformanceObserver, constants } = require('node:perf_hooks');

const seen = new Map();
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    assert.ok(entry.duration >= 0);
    assert.ok(entry.startTime > 0);
    if (entry.entryType !== 'gc' || entry.detail.flags !== 0)      // not those of the engine
      seen.set(`${entry.entryType} ${entry.name}`, entry.detail);
  }
});
observer.observe({ entryTypes: ['gc', 'http', 'net', 'dns'] });

const server = http.createServer((req, res) => res.end('answer'));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  http.get({ port, host: '127.0.0.1', path: '/path' }, (res) => {
    res.resume();
    res.on('end', () => {
      server.close();
      globalThis.gc?.();
      dns.lookup('localhost', { family: 4 }, () => setImmediate(setImmediate, check, port));
    });
  });
});

function check(port) {
  observer.disconnect();
  if (globalThis.gc !== undefined) {      // the flag is for gyre only
    assert.strictEqual(seen.get('gc gc').kind, constants.NODE_PERFORMANCE_GC_MAJOR);
    assert.strictEqual(seen.get('gc gc').flags, constants.NODE_PERFORMANCE_GC_FLAGS_FORCED);
  }
  assert.deepStrictEqual(seen.get('net connect'), { host: '127.0.0.1', port });
  const request = seen.get('http HttpRequest');
  assert.strictEqual(request.req.method, 'GET');
  assert.strictEqual(request.req.url, '/path');
  assert.strictEqual(request.res.statusCode, 200);
  const client = seen.get('http HttpClient');
  assert.strictEqual(client.req.url, `http://127.0.0.1:${port}/path`);
  assert.strictEqual(client.res.statusCode, 200);
  const lookup = seen.get('dns lookup');
  assert.strictEqual(lookup.hostname, 'localhost');
  assert.ok(lookup.addresses.includes('127.0.0.1'));
}
