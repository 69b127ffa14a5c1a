'use strict';
// `cache` and `referrer` become header fields; a range is requested without encodings.
const assert = require('assert');
const http = require('http');

const server = http.createServer((req, res) => res.end(JSON.stringify(req.headers)));
server.listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`;
  const sent = async (options) => (await fetch(url, options)).json();
  const cacheFields = async (options) => {
    const { pragma, 'cache-control': control } = await sent(options);
    return [pragma, control];
  };
  const referrer = async (options) => (await sent(options)).referer;

  assert.deepStrictEqual(await cacheFields({}), [undefined, undefined]);
  for (const cache of ['no-store', 'reload'])
    assert.deepStrictEqual(await cacheFields({ cache }), ['no-cache', 'no-cache']);
  assert.deepStrictEqual(await cacheFields({ cache: 'no-cache' }), [undefined, 'max-age=0']);
  assert.deepStrictEqual(
    await cacheFields({ cache: 'no-cache', headers: { 'cache-control': 'x' } }), [undefined, 'x']);
  assert.deepStrictEqual(await cacheFields({ headers: { 'if-none-match': '"a"' } }),
                         ['no-cache', 'no-cache']);

  assert.strictEqual(await referrer({}), undefined);
  assert.strictEqual(await referrer({ referrer: '' }), undefined);
  assert.strictEqual(await referrer({ referrer: `${url}a?b#c` }), `${url}a?b`);
  assert.strictEqual(await referrer({ referrer: 'http://u:p@z/a' }), 'http://z/');
  assert.strictEqual(await referrer({ referrer: 'http://z/a', referrerPolicy: 'unsafe-url' }),
                     'http://z/a');
  assert.strictEqual(await referrer({ referrer: 'http://z/a', referrerPolicy: 'no-referrer' }),
                     undefined);
  assert.strictEqual(await referrer({ referrer: 'http://z/a', referrerPolicy: 'same-origin' }),
                     undefined);
  assert.strictEqual(await referrer({ referrer: 'http://z/a', referrerPolicy: 'strict-origin' }),
                     'http://z/');

  const ranged = await sent({ headers: { range: 'bytes=0-1' } });
  assert.strictEqual(ranged['accept-encoding'], 'identity');
  server.closeAllConnections();
  server.close();
});
