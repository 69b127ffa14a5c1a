'use strict';
// differs from Node: there the part of the host that a URL would have is asked for
// A host with more than a name or an address in it is no host: the proxy is not asked. A URL of a
// proxy that is refused is shown without its password.
const assert = require('assert');
const http = require('http');
const { spawnSync } = require('child_process');
const https = require('https');
const net = require('net');

const proxy = net.createServer(() => assert.fail('the proxy was asked'));
proxy.listen(0, () => {
  const url = `http://user:secret@127.0.0.1:${proxy.address().port}`;
  const proxyEnv = { HTTP_PROXY: url, HTTPS_PROXY: url };
  for (const { Agent, request } of [http, https]) {
    const agent = new Agent({ proxyEnv });
    for (const host of ['good@evil.test', 'a/b', 'a?b', 'a#b', 'a\\b', 'a b', 'a\tb'])
      assert.throws(() => request({ host, agent }), { code: 'ERR_INVALID_ARG_VALUE' }, host);
    for (const host of ['a\r\nb: c', 'a\0b'])
      assert.throws(() => request({ host, agent }), { code: 'ERR_INVALID_CHAR' }, host);
    for (const password of ['secret', 'sec/ret', 'sec@ret', 'sec\r\nret']) {
      const text = `http://user:${password}@a b`;
      assert.throws(() => new Agent({ proxyEnv: { HTTP_PROXY: text, HTTPS_PROXY: text } }),
                    { code: 'ERR_PROXY_INVALID_CONFIG', message: 'Invalid proxy URL: http://a b' });
    }
  }
  assert.throws(() => http.setGlobalProxyFromEnv({ HTTP_PROXY: 'us er:secret@a' }),
                { code: 'ERR_PROXY_INVALID_CONFIG', message: 'Invalid proxy URL: a' });
  const { stderr } = spawnSync(
    process.execPath, ['--use-env-proxy', '-e', 'require("http").get("http://a.test")'],
    { env: { ...process.env, http_proxy: 'http://user:sec/ret@a b' }, encoding: 'utf8' });
  assert.match(stderr, /TypeError: Invalid URL[^]*'http:\/\/a b'/);
  assert.doesNotMatch(stderr, /user|sec|ret/);
  proxy.close();
});
