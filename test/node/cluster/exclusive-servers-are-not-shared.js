// With `exclusive` or `reusePort` a worker binds itself: port 0 is another one in each.
const assert = require('assert');
const cluster = require('cluster');
const dgram = require('dgram');
const net = require('net');

if (cluster.isWorker) {
  const server = net.createServer();
  server.listen({ port: 0, exclusive: true, host: '127.0.0.1' }, () => {
    const socket = dgram.createSocket('udp4');
    socket.bind({ port: 0, exclusive: true, address: '127.0.0.1' }, () => {
      process.send([server.address().port, socket.address().port]);
    });
  });
} else {
  const tcp = new Set(), udp = new Set();
  cluster.on('listening', () => assert.fail('the primary has no part in it'));
  cluster.on('message', (worker, [tcpPort, udpPort]) => {
    tcp.add(tcpPort);
    udp.add(udpPort);
    if (tcp.size === 2 && udp.size === 2)
      process.exit(0);
  });
  process.on('exit', (code) => assert.strictEqual(code, 0));
  cluster.fork();
  cluster.fork();
}
