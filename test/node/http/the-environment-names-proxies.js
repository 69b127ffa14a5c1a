'use strict';
// --use-env-proxy, NODE_USE_ENV_PROXY and http.setGlobalProxyFromEnv() send requests of http and
// fetch() to HTTP_PROXY; what the last one returns undoes it.
const assert = require('assert');
const { execFile } = require('child_process');
const http = require('http');
const { once } = require('events');

const CHILD = `
const http = require('http');
const get = () => new Promise((resolve) => http.get(process.env.URL, (res) => {
  res.on('data', (chunk) => resolve(String(chunk)));
}));
(async () => console.log(await get(), await (await fetch(process.env.URL)).text()))();`;

async function child(env, ...flags) {
  const run = execFile(process.execPath, [...flags, '-e', CHILD],
                       { env: { PATH: process.env.PATH, ...env } });
  let text = '';
  run.stdout.on('data', (chunk) => { text += chunk; });
  run.stderr.on('data', (chunk) => { text += chunk; });
  await once(run, 'close');
  return text.trim();
}

async function main() {
  const server = http.createServer((req, res) => {
    res.end(req.url[0] === '/' ? 'direct' : 'proxied');
  });
  await once(server.listen(0), 'listening');
  const URL = `http://127.0.0.1:${server.address().port}/x`;
  const HTTP_PROXY = `http://127.0.0.1:${server.address().port}`;
  const both = (what) => `${what} ${what}`;
  assert.strictEqual(await child({ URL, HTTP_PROXY }), both('direct'));
  assert.strictEqual(await child({ URL, HTTP_PROXY }, '--use-env-proxy'), both('proxied'));
  assert.strictEqual(await child({ URL, HTTP_PROXY, NODE_USE_ENV_PROXY: '1' }), both('proxied'));
  assert.strictEqual(await child({ URL, HTTP_PROXY, NODE_USE_ENV_PROXY: '1' },
                                 '--no-use-env-proxy'), both('direct'));
  assert.match(await child({ URL, HTTP_PROXY: 'no url', NODE_USE_ENV_PROXY: '1' }), /Invalid URL/);

  const get = async () => {
    const [res] = await once(http.get(URL, { agent: undefined }), 'response');
    return (await res.toArray()).join('');
  };
  const both2 = async () => `${await get()} ${await (await fetch(URL)).text()}`;
  const before = http.globalAgent;
  const restore = http.setGlobalProxyFromEnv({ http_proxy: HTTP_PROXY });
  assert.strictEqual(await both2(), both('proxied'));
  restore();
  assert.strictEqual(http.globalAgent, before);
  assert.strictEqual(await both2(), both('direct'));
  assert.throws(() => http.setGlobalProxyFromEnv({ http_proxy: 'no url' }),
                { code: 'ERR_PROXY_INVALID_CONFIG' });
  assert.throws(() => http.setGlobalProxyFromEnv(1), { code: 'ERR_INVALID_ARG_TYPE' });
  http.globalAgent.destroy();
  server.close();
  server.closeAllConnections();
}

let isDone = false;
main().then(() => { isDone = true; });
process.on('exit', () => assert.ok(isDone));
