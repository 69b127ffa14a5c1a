'use strict';
// What fetch() sends: each kind of body with its type and length, headers of the call, defaults.
const assert = require('assert');
const { readAll, run } = require('./fixtures/server.js');

run(async (req, res) => {
  const { method, url, headers } = req;
  res.end(JSON.stringify({ method, url, headers, body: await readAll(req) }));
}, async (url) => {
  const send = async (init, path = '/') => (await fetch(url + path, init)).json();
  const plain = await send(undefined, '/a?b=c#d');
  assert.strictEqual(plain.url, '/a?b=c');
  assert.strictEqual(plain.method, 'GET');
  assert.strictEqual(plain.headers.accept, '*/*');
  assert.strictEqual(plain.headers['user-agent'], 'node');
  assert.strictEqual(plain.headers.connection, 'keep-alive');
  assert.strictEqual(plain.headers['content-length'], undefined);

  const bodies = [
    ['text é', 'text/plain;charset=UTF-8', 'text é', '7'],
    [new URLSearchParams('a=b&c=d'), 'application/x-www-form-urlencoded;charset=UTF-8', 'a=b&c=d',
     '7'],
    [new Blob(['x', 'y'], { type: 'text/x' }), 'text/x', 'xy', '2'],
    [new Uint8Array([65, 66]), undefined, 'AB', '2'],
    [new Uint8Array([65, 66]).buffer, undefined, 'AB', '2'],
    [new DataView(new Uint8Array([64, 65]).buffer, 1), undefined, 'A', '1'],
    ['', 'text/plain;charset=UTF-8', '', '0'],
  ];
  for (const [body, type, text, length] of bodies) {
    const seen = await send({ method: 'POST', body });
    assert.strictEqual(seen.headers['content-type'], type);
    assert.strictEqual(seen.headers['content-length'], length);
    assert.strictEqual(seen.body, text);
  }
  assert.strictEqual((await send({ method: 'PUT' })).headers['content-length'], '0');
  const headers = { 'Content-Type': 'a/b', 'X': 'y' };
  const own = await send({ method: 'post', body: 'x', headers });
  assert.strictEqual(own.method, 'POST');
  assert.strictEqual(own.headers['content-type'], 'a/b');
  assert.strictEqual(own.headers.x, 'y');
  const request = new Request(url, {
    method: 'PATCH', body: 'of a request', headers: [['q', 'r']],
  });
  const of = await (await fetch(request)).json();
  assert.deepStrictEqual([of.method, of.body, of.headers.q], ['PATCH', 'of a request', 'r']);
  assert.strictEqual(request.bodyUsed, true);
});
