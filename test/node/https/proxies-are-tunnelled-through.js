'use strict';
// https goes through a tunnel of CONNECT, by an http or an https proxy; TLS is with the server, and
// is verified. Answers that open no tunnel end the request with ERR_PROXY_TUNNEL.
const assert = require('assert');
const http = require('http');
const https = require('https');
const { once } = require('events');
const net = require('net');
const tls = require('tls');
const { ca, issue } = require('../tls/fixtures/keys');

const { cert, key } = issue('localhost');
const listen = (server) => once(server.listen(0, '127.0.0.1'), 'listening');

function tunnels(proxy, heads) {
  proxy.on('connect', (req, client, head) => {
    heads.push([req.url, req.headers]);
    const upstream = net.connect(new URL(`http://${req.url}`).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\nX: y\r\n\r\n');
      upstream.write(head);
      client.pipe(upstream);
      upstream.pipe(client);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
  });
  return proxy;
}

async function through(protocol, proxy, server) {
  const heads = [];
  await listen(tunnels(proxy, heads));
  const agent = new https.Agent({ keepAlive: true, proxyEnv: {
    HTTPS_PROXY: `${protocol}//u:p@localhost:${proxy.address().port}` } });
  const { port } = server.address();
  for (let i = 0; i < 2; i++) {
    const [res] = await once(https.get({ agent, host: 'localhost', port, path: `/${i}` }),
                             'response');
    assert.strictEqual(res.socket.authorized, true);
    assert.strictEqual(`${(await res.toArray()).join('')}`, `hello /${i}`);
    await new Promise(setImmediate);
  }
  assert.deepStrictEqual(heads, [[`localhost:${port}`, {
    'host': `localhost:${port}`, 'proxy-connection': 'keep-alive',
    'proxy-authorization': `Basic ${Buffer.from('u:p').toString('base64')}`,
  }]]);
  agent.destroy();
  proxy.close();
}

async function unverified(server) {
  const proxy = tunnels(http.createServer(), []);
  await listen(proxy);
  const agent = new https.Agent({
    proxyEnv: { HTTPS_PROXY: `http://localhost:${proxy.address().port}` } });
  const [err] = await once(
    https.get({ agent, host: 'localhost', port: server.address().port }), 'error');
  assert.strictEqual(err.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  proxy.close();
}

async function failing(answer, expected, options) {
  const proxy = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  await listen(proxy);
  const agent = new https.Agent({
    proxyEnv: { HTTPS_PROXY: `http://u:secret@127.0.0.1:${proxy.address().port}` } });
  const req = https.get({ agent, host: 'a.test', ...options });
  let timeouts = 0;
  req.on('timeout', () => timeouts++);
  const [err] = await once(req, 'error');
  assert.strictEqual(err.code, 'ERR_PROXY_TUNNEL');
  assert.match(err.message, expected);
  assert.ok(!err.message.includes('secret'));
  assert.strictEqual(timeouts, options === undefined ? 0 : 1);
  proxy.close();
}

async function main() {
  const server = https.createServer({ cert, key }, (req, res) => res.end(`hello ${req.url}`));
  await listen(server);
  await unverified(server);
  tls.setDefaultCACertificates([ca.cert]);
  await through('http:', http.createServer(), server);
  await through('https:', https.createServer({ cert, key }), server);
  await failing((s) => s.end('HTTP/1.1 407 Who are you\r\n\r\n'),
                /^Failed to establish tunnel to a\.test:443 via http:\S+: HTTP\/1\.1 407 Who are/);
  await failing((s) => s.end('garbage\r\n\r\n'), /: garbage$/);
  await failing((s) => s.end('HTTP/1.1 200 OK\r\n'), /ended unexpectedly$/);
  await failing((s) => s.write('x'.repeat(20000)), /exceeded 16384 bytes$/);
  await failing(() => {}, /timed out after 50ms$/, { timeout: 50 });
  server.close();
}

let isDone = false;
main().then(() => { isDone = true; });
process.on('exit', () => assert.ok(isDone));
