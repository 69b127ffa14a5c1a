// A worker that ends with queries pending closes their sockets.
const assert = require('node:assert');
const dgram = require('node:dgram');
const fs = require('node:fs');
const { Worker } = require('node:worker_threads');

const sockets = () => fs.readdirSync('/proc/self/fd').filter((fd) => {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:');
  } catch {
    return false; // closed since
  }
}).length;

const server = dgram.createSocket('udp4');
server.bind(0, '127.0.0.1', () => {
  const before = sockets();
  const worker = new Worker(`
    const { workerData } = require('node:worker_threads');
    const dns = require('node:dns');
    const resolver = new dns.Resolver();
    resolver.setServers(['127.0.0.1:' + workerData]);
    for (let i = 0; i < 3; i++)
      resolver.resolve4('name' + i + '.test', () => { throw new Error('called'); });
  `, { eval: true, workerData: server.address().port });
  // The query has been sent; nobody answers.
  server.once('message', () => worker.terminate());
  worker.on('error', (error) => { throw error; });
  worker.on('exit', () => {
    assert.strictEqual(sockets(), before);
    server.close();
  });
});
