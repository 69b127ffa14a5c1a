'use strict';
// An agent with proxyEnv sends requests to the proxy, with the whole URL and the name of its user,
// and keeps the connection. Hosts of NO_PROXY and Unix sockets are connected to directly.
// differs from Node: the proxy gets the name of its user also with headers as a list
const assert = require('assert');
const http = require('http');
const { once } = require('events');
const net = require('net');
const os = require('os');
const path = require('path');

const body = async (res) => {
  let text = '';
  for await (const chunk of res)
    text += chunk;
  return text;
};
const get = async (options) => {
  const [res] = await once(http.get(options), 'response');
  return body(res);
};
const listen = (server, ...where) => once(server.listen(...where), 'listening');

async function main() {
  const direct = http.createServer((req, res) => res.end(`direct ${req.url}`));
  let connections = 0;
  const proxy = http.createServer((req, res) => {
    const { host, 'proxy-authorization': user, 'proxy-connection': kept } = req.headers;
    res.end(JSON.stringify([req.url, host, user, kept]));
  });
  proxy.on('connection', () => connections++);
  await listen(direct, 0, '127.0.0.1');
  await listen(proxy, 0, '127.0.0.1');
  const { port } = direct.address();
  const agent = new http.Agent({ keepAlive: true, proxyEnv: {
    http_proxy: `http://me:s%40y@127.0.0.1:${proxy.address().port}`,
    HTTP_PROXY: 'http://not.this.one', NO_PROXY: `x.test, 127.0.0.1:${port}`,
  } });
  const authorization = `Basic ${Buffer.from('me:s@y').toString('base64')}`;
  for (let i = 0; i < 2; i++) {
    assert.deepStrictEqual(JSON.parse(await get({ agent, host: 'Some.test', path: `/${i}?q` })),
                           [`http://some.test/${i}?q`, 'some.test', authorization, 'keep-alive']);
  }
  assert.strictEqual(connections, 1);
  // Headers as a list.
  assert.deepStrictEqual(
    JSON.parse(await get({ agent, host: 'b.test', headers: ['Host', 'b.test'] })),
    ['http://b.test/', 'b.test', authorization, null]);
  assert.strictEqual(await get({ agent, host: '127.0.0.1', port, path: '/x' }), 'direct /x');

  const socketPath = path.join(os.tmpdir(), `proxy-${process.pid}`);
  const local = http.createServer((req, res) => res.end(`local ${req.url}`));
  await listen(local, socketPath);
  assert.strictEqual(await get({ agent, socketPath, path: '/y' }), 'local /y');
  for (const server of [direct, proxy, local])
    server.close();
  agent.destroy();
}

// Nothing is sent where the URL and the Host header disagree, or where a URL has more than a host.
function refusals() {
  const agent = new http.Agent({ proxyEnv: { HTTP_PROXY: 'http://127.0.0.1:1' } });
  const base = { agent, host: 'a.test' };
  for (const [options, code] of [
    [{ path: 'http://b.test/' }], [{ path: 'https://a.test/' }], [{ path: 'http://u@a.test/' }],
    [{ path: '@b.test/' }], [{ path: '*' }], [{ headers: { Host: 'b.test' } }],
    [{ headers: { Host: 'u@a.test' } }], [{ headers: { Host: 'a.test/x' } }],
    [{ headers: ['Host', 'a.test', 'host', 'b.test'] }], [{ headers: [['Host', 'b.test']] }],
    [{ headers: [['Host', 'a.test'], { 0: 'Host', 1: 'b.test' }] }],
    [{ port: 65536 }, 'ERR_SOCKET_BAD_PORT'], [{ host: 'a\r\nb' }, 'ERR_INVALID_CHAR'],
  ]) {
    assert.throws(() => http.request({ ...base, ...options }),
                  { code: code ?? 'ERR_INVALID_ARG_VALUE' }, JSON.stringify(options));
  }
  for (const text of ['http://256.1.1.1', 'http://u\r\n:p@h', 'http://:80'])
    assert.throws(() => new http.Agent({ proxyEnv: { HTTP_PROXY: text } }),
                  { code: 'ERR_PROXY_INVALID_CONFIG' });
}

// Which hosts an entry of NO_PROXY means.
function bypassed() {
  for (const [entry, host, isDirect] of [
    ['*', 'a.test', true], ['a.test', 'A.test', true], ['a.test', 'b.a.test', false],
    ['.a.test', 'b.a.test', true], ['.a.test', 'ba.test', false], ['*.a.test', 'b.a.test', true],
    ['*.a.test', 'a.test', false], ['a.test:80', 'a.test', true], ['a.test:81', 'a.test', false],
    ['10.0.0.1-10.0.0.9', '10.0.0.5', true], ['10.0.0.1-10.0.0.9', '10.0.0.10', false],
    ['::1', '::1', true],
  ]) {
    const agent = new http.Agent({ proxyEnv: { HTTP_PROXY: 'http://p.test', NO_PROXY: entry } });
    agent.createConnection = () => new net.Socket();
    const req = http.request({ agent, host, createConnection: agent.createConnection });
    req.on('error', () => {});
    assert.strictEqual(req.path === '/', isDirect, `${entry} ${host}`);
    req.destroy();
    agent.destroy();
  }
}

let isDone = false;
bypassed();
refusals();
main().then(() => { isDone = true; });
process.on('exit', () => assert.ok(isDone));
