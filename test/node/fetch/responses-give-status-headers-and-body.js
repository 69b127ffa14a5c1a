'use strict';
// Each way to read a body, once; status, headers with cookies one by one, url.
const assert = require('assert');
const { run } = require('./fixtures/server.js');

run((req, res) => {
  res.writeHead(201, 'Made', [['X-A', '1'], ['X-A', '2'], ['Set-Cookie', 'a=1'],
                              ['Set-Cookie', 'b=2'], ['Content-Type', 'application/json']].flat());
  res.end('{"a":[1]}');
}, async (url) => {
  const res = await fetch(`${url}/p#hash`);
  assert.ok(res instanceof Response);
  assert.deepStrictEqual([res.status, res.statusText, res.ok, res.redirected, res.type, res.url],
                         [201, 'Made', true, false, 'basic', `${url}/p`]);
  assert.strictEqual(res.headers.get('x-a'), '1, 2');
  assert.deepStrictEqual(res.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.throws(() => res.headers.set('a', 'b'), { name: 'TypeError', message: 'immutable' });
  assert.strictEqual(res.bodyUsed, false);
  assert.deepStrictEqual(await res.json(), { a: [1] });
  assert.strictEqual(res.bodyUsed, true);
  await assert.rejects(res.text(), { name: 'TypeError' });
  assert.strictEqual(await (await fetch(url)).text(), '{"a":[1]}');
  assert.strictEqual((await (await fetch(url)).arrayBuffer()).byteLength, 9);
  const bytes = await (await fetch(url)).bytes();
  assert.ok(bytes instanceof Uint8Array && !Buffer.isBuffer(bytes));
  const blob = await (await fetch(url)).blob();
  assert.deepStrictEqual([blob.type, await blob.text()], ['application/json', '{"a":[1]}']);
  let text = '';
  for await (const chunk of (await fetch(url)).body)
    text += Buffer.from(chunk);
  assert.strictEqual(text, '{"a":[1]}');
  const original = await fetch(url);
  const copy = original.clone();
  assert.deepStrictEqual([await original.text(), await copy.text()], ['{"a":[1]}', '{"a":[1]}']);
});
