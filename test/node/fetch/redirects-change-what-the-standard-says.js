'use strict';
// Redirects: modes, methods, bodies, the limit; credentials stay with their origin.
const assert = require('assert');
const http = require('http');
const { readAll, run } = require('./fixtures/server.js');

const describe = async (req) => JSON.stringify({
  method: req.method, url: req.url, headers: req.headers, body: await readAll(req),
});
const other = http.createServer(async (req, res) => res.end(await describe(req)));

run(async (req, res) => {
  const [, kind, status] = req.url.split('/');
  if (kind === 'end')
    return res.end(await describe(req));
  const location = kind === 'other' ? `http://localhost:${other.address().port}/end` :
    kind === 'loop' ? '/loop/302' : kind === 'bad' ? 'ftp://x/' : '/end';
  res.writeHead(+status, { location });
  res.end('moved');
}, async (url) => {
  await new Promise((resolve) => other.listen(0, resolve));
  const go = async (path, init) => {
    const res = await fetch(url + path, init);
    return { ...await res.json(), redirected: res.redirected, seen: res.url };
  };
  const post = { method: 'POST', body: 'data', headers: { 'authorization': 'secret', 'x-a': 'b' } };
  for (const status of [301, 302, 303]) {
    const got = await go(`/to/${status}`, post);
    assert.deepStrictEqual([got.method, got.body, got.headers['content-type'], got.headers['x-a']],
                           ['GET', '', undefined, 'b']);
    assert.deepStrictEqual([got.redirected, got.seen], [true, `${url}/end`]);
  }
  for (const status of [307, 308]) {
    const got = await go(`/to/${status}`, post);
    assert.deepStrictEqual([got.method, got.body, got.headers.authorization],
                           ['POST', 'data', 'secret']);
  }
  assert.strictEqual((await go('/to/303', { method: 'HEAD' }).catch(() => 'no body')), 'no body');
  assert.strictEqual((await go('/to/302', { method: 'PUT', body: 'x' })).method, 'PUT');
  const foreign = await go('/other/307', { ...post, headers: { ...post.headers, cookie: 'c' } });
  assert.deepStrictEqual([foreign.headers.authorization, foreign.headers.cookie,
                          foreign.headers['x-a'], foreign.body],
                         [undefined, undefined, 'b', 'data']);
  const failure = (cause) => ({ name: 'TypeError', message: 'fetch failed',
                                cause: new Error(cause) });
  await assert.rejects(fetch(`${url}/loop/302`), failure('redirect count exceeded'));
  await assert.rejects(fetch(`${url}/to/302`, { redirect: 'error' }),
                       failure('unexpected redirect'));
  await assert.rejects(fetch(`${url}/bad/302`), failure('URL scheme must be a HTTP(S) scheme'));
  await assert.rejects(fetch(`${url}/to/307`, {
    method: 'POST', duplex: 'half', body: new ReadableStream({ start(c) { c.close(); } }),
  }), { message: 'fetch failed' });
  const manual = await fetch(`${url}/to/302`, { redirect: 'manual' });
  assert.deepStrictEqual([manual.status, manual.headers.get('location'), await manual.text()],
                         [302, '/end', 'moved']);
  other.close();
  other.closeAllConnections();
});
