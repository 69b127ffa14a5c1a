// An address in use is an 'error' of the server in the worker, for TCP, unix sockets and UDP, by
// both policies. A server that closed may listen again.
// differs from Node: by SCHED_NONE it asserts when a worker listens twice on a port
const assert = require('assert');
const cluster = require('cluster');
const dgram = require('dgram');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const failed = (emitter) => new Promise((resolve) => emitter.on('error', resolve));

async function inWorker() {
  const { tcp, udp, unix } = JSON.parse(process.env.TAKEN);
  assert.strictEqual((await failed(net.createServer().listen(tcp))).code, 'EADDRINUSE');
  assert.strictEqual((await failed(net.createServer().listen(unix))).code, 'EADDRINUSE');
  const error = await failed(dgram.createSocket('udp4').bind(udp, '127.0.0.1'));
  assert.strictEqual(error.code, 'EADDRINUSE');
  assert.strictEqual(error.syscall, 'bind');

  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, resolve));
  const { port } = server.address();
  const twice = await failed(net.createServer().listen(port));
  assert.strictEqual(twice.code, 'EADDRINUSE');
  await new Promise((resolve) => server.close(resolve));
  await new Promise((resolve) => server.listen(port, resolve));
  await new Promise((resolve) => server.close(resolve));
  process.disconnect();
}

async function inPrimary() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
  const tcp = net.createServer();
  await new Promise((resolve) => tcp.listen(0, resolve));
  const unix = net.createServer();
  await new Promise((resolve) => unix.listen(path.join(folder, 'socket'), resolve));
  const udp = dgram.createSocket('udp4');
  await new Promise((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const TAKEN = JSON.stringify(
    { tcp: tcp.address().port, udp: udp.address().port, unix: unix.address() });
  const worker = cluster.fork({ TAKEN });
  const [code] = await new Promise((resolve) => worker.on('exit', (...args) => resolve(args)));
  tcp.close();
  unix.close();
  udp.close();
  fs.rmSync(folder, { recursive: true });
  assert.strictEqual(code, 0);
}

if (cluster.isWorker) {
  inWorker();
} else if (process.argv[2] === undefined) {
  const { fork } = require('child_process');
  for (const policy of ['rr', 'none', 'least-busy']) {
    const env = { ...process.env, NODE_CLUSTER_SCHED_POLICY: policy };
    fork(__filename, ['primary'], { env }).on('exit', (code) => assert.strictEqual(code, 0));
  }
} else {
  inPrimary();
}
