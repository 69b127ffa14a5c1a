'use strict';
// data: and blob: URLs, with types and ranges; integrity is checked.
const assert = require('assert');
const { createHash } = require('crypto');

(async () => {
  const text = async (url, init) => {
    const res = await fetch(url, init);
    return [res.status, res.headers.get('content-type'), await res.text()];
  };
  assert.deepStrictEqual(await text('data:text/plain;base64,aGk='), [200, 'text/plain', 'hi']);
  assert.deepStrictEqual(await text('data:,a%20b'), [200, 'text/plain;charset=US-ASCII', 'a b']);
  assert.deepStrictEqual(await text('data:text/x;charset=q,%41%zz'),
                         [200, 'text/x;charset=q', 'A%zz']);
  await assert.rejects(fetch('data:nothing'), { message: 'fetch failed' });
  const blob = URL.createObjectURL(new Blob(['abcdef'], { type: 'text/q' }));
  assert.deepStrictEqual(await text(blob), [200, 'text/q', 'abcdef']);
  assert.deepStrictEqual(await text(blob, { headers: { range: 'bytes=1-2' } }),
                         [206, 'text/q', 'bc']);
  assert.deepStrictEqual(await text(blob, { headers: { range: 'bytes=-2' } }),
                         [206, 'text/q', 'ef']);
  URL.revokeObjectURL(blob);
  await assert.rejects(fetch(blob), { message: 'fetch failed' });
  const hash = createHash('sha384').update('hi').digest('base64');
  const [, , body] = await text('data:,hi', { integrity: `sha256-AAAA sha384-${hash}` });
  assert.strictEqual(body, 'hi');
  await assert.rejects(fetch('data:,ho', { integrity: `sha384-${hash}` }),
                       { cause: new Error('integrity mismatch') });
})();
