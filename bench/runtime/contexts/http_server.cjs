'use strict';
// http_server.cjs without | with — nanoseconds of CPU per request of a server, and its client, that
// awaits three times per request; with: each request runs in a store of its own, which is read.
const http = require('node:http');

const als = process.argv[2] !== 'with' ? null :
  new (require('node:async_hooks').AsyncLocalStorage)();     // promises are followed from here on
const COUNT = 20000;
const AT_ONCE = 20;
const wait = () => new Promise((resolve) => setImmediate(resolve));

async function answer(req, res) {
  await null;
  await wait();
  const id = als === null ? req.url : als.getStore().id;
  await Promise.resolve();
  res.end(id);
}

const server = http.createServer((req, res) => {
  if (als === null)
    answer(req, res);
  else
    als.run({ id: req.url }, answer, req, res);
});

server.keepAliveTimeout = 0; // on a loaded machine a connection may wait for seconds

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const get = (port) => new Promise((resolve) => {
  http.get({ port, host: '127.0.0.1', path: '/x', agent }, (res) => res.resume().on('end', resolve));
});

async function load(port, count) {
  let left = count;
  const one = async () => { while (left-- > 0) await get(port); };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await load(port, COUNT / 4);
  const start = process.cpuUsage();
  await load(port, COUNT);
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) * 1000 / COUNT);
  agent.destroy();
  server.close();
});
