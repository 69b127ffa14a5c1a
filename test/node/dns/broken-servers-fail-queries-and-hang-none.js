'use strict';
// Datagrams of another port do not count. By TCP an answer may come byte by byte; one that is cut
// off, or that never comes, fails its query. An answer too long for a datagram is read whole.
const assert = require('assert');
const dgram = require('dgram');
const dns = require('dns');
const net = require('net');
const { once } = require('events');
const { answer, record, serve, string, u16, u8 } = require('./fixtures/server.js');

const TRUNCATED = 0x8380;
const address = (query, byte) => answer(query, [record(1, u8(byte, byte, byte, byte))]);

function queryIn(message) {
  const question = message.subarray(12, message.indexOf(0, 12) + 5);
  return { id: message.readUInt16BE(0), question };
}

function strangersAreIgnored() {
  const stranger = dgram.createSocket('udp4');
  return new Promise((resolve) => {
    serve((query, send, protocol, from) => {
      // The wrong one has arrived before the right one is sent.
      stranger.send(address(query, 6), from.port, from.address, () => send(address(query, 1)));
    }, async (server, close) => {
      const resolver = new dns.promises.Resolver();
      resolver.setServers([server]);
      assert.deepStrictEqual(await resolver.resolve4('x.test'), ['1.1.1.1']);
      stranger.close();
      resolve(close());
    });
  });
}

/** Answers of a server that says by UDP that they are truncated, and behaves by TCP. */
async function byTcp(timeout, behave, check) {
  const tcp = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const bytes = address(queryIn(data.subarray(2)), 1);
      behave(socket, Buffer.concat([u16(bytes.length), bytes]));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address();
  const udp = dgram.createSocket('udp4', (message, from) => {
    udp.send(answer(queryIn(message), [], { flags: TRUNCATED }), from.port, from.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const resolver = new dns.promises.Resolver({ timeout, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  await check(resolver.resolve4('x.test'));
  udp.close();
  tcp.close();
}

function longAnswersAreRead() {
  const texts = Array.from({ length: 15 }, (_, i) => record(16, string(`${i}`.padEnd(250))));
  return new Promise((resolve) => {
    serve((query, send) => send(answer(query, texts)), async (server, close) => {
      const resolver = new dns.promises.Resolver();
      resolver.setServers([server]);
      assert.strictEqual((await resolver.resolveTxt('x.test')).length, 15);
      resolve(close());
    });
  });
}

// Which of the two depends on the version of the resolver library.
const fails = (promise) => assert.rejects(promise, (error) => {
  assert.strictEqual(error.syscall, 'queryA');
  assert.ok(['ECONNREFUSED', 'ETIMEOUT'].includes(error.code), error.code);
  return true;
});

(async () => {
  await strangersAreIgnored();
  await byTcp(60_000, (socket, bytes) => {
    socket.setNoDelay(true);
    let at = 0;
    const next = () => at < bytes.length && socket.write(bytes.subarray(at, ++at), next);
    next();
  }, async (promise) => assert.deepStrictEqual(await promise, ['1.1.1.1']));
  await byTcp(50, (socket, bytes) => socket.end(bytes.subarray(0, -3)), fails);
  await byTcp(50, (socket) => socket.resetAndDestroy(), fails);
  await byTcp(50, () => {}, (promise) => assert.rejects(promise, { code: 'ETIMEOUT' }));
  await longAnswersAreRead();
})();
