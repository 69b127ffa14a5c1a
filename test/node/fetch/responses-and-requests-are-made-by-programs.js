'use strict';
// Constructors and static functions of Response and Request, and what they refuse.
const assert = require('assert');

(async () => {
  assert.strictEqual(await new Response('x').text(), 'x');
  assert.strictEqual(new Response().body, null);
  const json = Response.json({ a: 1 }, { status: 202, headers: { q: 'r' } });
  assert.deepStrictEqual([json.status, json.headers.get('content-type'), json.headers.get('q'),
                          await json.text()], [202, 'application/json', 'r', '{"a":1}']);
  const moved = Response.redirect('http://a/b', 301);
  assert.deepStrictEqual([moved.status, moved.headers.get('location')], [301, 'http://a/b']);
  assert.deepStrictEqual([Response.error().type, Response.error().status], ['error', 0]);
  assert.throws(() => Response.redirect('http://a/', 200), RangeError);
  assert.throws(() => Response.json(undefined), TypeError);
  assert.throws(() => new Response('', { status: 600 }), RangeError);
  assert.throws(() => new Response('x', { status: 204 }), TypeError);
  assert.throws(() => new Response('', { statusText: 'a\nb' }), TypeError);

  const request = new Request('http://a/b?c#d', {
    method: 'delete', headers: { x: 'y' }, redirect: 'manual', keepalive: true, cache: 'no-store',
    referrer: 'http://r/', referrerPolicy: 'origin', integrity: 'sha256-x', credentials: 'omit',
  });
  const { method, url, redirect, keepalive, cache, referrer, referrerPolicy, credentials, mode } =
    request;
  assert.deepStrictEqual(
    [method, url, redirect, keepalive, cache, referrer, referrerPolicy, credentials, mode],
    ['DELETE', 'http://a/b?c#d', 'manual', true, 'no-store', 'http://r/', 'origin', 'omit',
     'cors']);
  const other = new Request(request, { method: 'POST', body: 'x' });
  assert.deepStrictEqual([other.method, other.redirect, other.headers.get('x')],
                         ['POST', 'manual', 'y']);
  const copy = other.clone();
  assert.deepStrictEqual([await other.text(), await copy.text()], ['x', 'x']);
  assert.throws(() => other.clone(), TypeError);
  assert.throws(() => new Request(other), TypeError);
  for (const init of [{ mode: 'navigate' }, { cache: 'only-if-cached' }, { window: 1 },
                      { signal: 5 }, { redirect: 'x' }, { duplex: 'full' }, 5])
    assert.throws(() => new Request('http://a/', init), TypeError);
  assert.throws(() => new Request('/relative'), TypeError);
  assert.throws(() => new Request('http://u:p@a/'), TypeError);
  const locked = new Response('x');
  locked.body.getReader();
  await assert.rejects(locked.text(), TypeError);
  assert.strictEqual(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 65])).text(), 'A');
  const controller = new AbortController();
  const { signal } = new Request('http://a/', { signal: controller.signal });
  controller.abort('r');
  assert.deepStrictEqual([signal.aborted, signal.reason], [true, 'r']);
})();
