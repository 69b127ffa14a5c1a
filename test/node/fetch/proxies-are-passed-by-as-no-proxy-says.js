'use strict';
// NO_PROXY by the rules of fetch(): a name stands for what is below it, too, a port may follow,
// spaces separate; there are no ranges, as http has them. Credentials of the proxy go to the proxy
// only, those of a request not to another host that a redirect names.
const assert = require('assert');
const http = require('http');

const listen = (server) =>
  new Promise((resolve) => server.listen(0, () => resolve(server.address().port)));
const seen = [];
const target = http.createServer((req, res) => {
  seen.push(req.headers);
  res.end('direct');
});
const proxy = http.createServer((req, res) => {
  seen.push(req.headers);
  if (req.url === 'http://redirects.test/')
    res.writeHead(302, { location: `http://localhost:${target.address().port}/` });
  res.end('proxy');
});

async function by(env, url, options) {
  const undo = http.setGlobalProxyFromEnv(env);
  try {
    return await (await fetch(url, options)).text();
  } finally {
    undo();
  }
}

async function check() {
  const port = await listen(target);
  const url = `http://localhost:${port}/`;
  const address = `http://127.0.0.1:${port}/`;
  const HTTP_PROXY = `http://user:secret@127.0.0.1:${await listen(proxy)}`;
  const direct = ['localhost', '.localhost', '*.localhost', 'LOCALHOST', 'localhost.', '*',
                  `localhost:${port}`, `.localhost:${port}`, 'a localhost', 'a,, localhost ,'];
  const proxied = ['calhost', '*localhost', 'localhost:1', 'a.localhost', '.', '*.', ''];
  for (const NO_PROXY of direct)
    assert.strictEqual(await by({ HTTP_PROXY, NO_PROXY }, url), 'direct', NO_PROXY);
  for (const NO_PROXY of proxied)
    assert.strictEqual(await by({ HTTP_PROXY, NO_PROXY }, url), 'proxy', NO_PROXY);
  const range = { HTTP_PROXY, NO_PROXY: '127.0.0.0-127.0.0.9' };
  assert.strictEqual(await by(range, address), 'proxy');

  seen.length = 0;
  const headers = { authorization: 'mine', cookie: 'mine' };
  const env = { HTTP_PROXY, NO_PROXY: 'localhost' };
  assert.strictEqual(await by(env, 'http://redirects.test/', { headers }), 'direct');
  assert.strictEqual(seen.length, 2);
  assert.strictEqual(seen[0].authorization, 'mine');
  for (const name of Object.keys(headers))
    assert.strictEqual(seen[1][name], undefined, name);

  seen.length = 0;
  assert.strictEqual(await by(env, 'http://redirects.test/'), 'direct');
  assert.strictEqual(seen[0]['proxy-authorization'],
                     `Basic ${Buffer.from('user:secret').toString('base64')}`);
  assert.strictEqual(seen[1]['proxy-authorization'], undefined);
  proxy.closeAllConnections();
  target.closeAllConnections();
  proxy.close();
  target.close();
}
check();
