'use strict';
// An HTTP server with many connections: memory per idle one, requests per second, CPU time per
// request. The clients share the machine: the CPU time is the better measure of the server.
//
//   gyre bench/runtime/connections.cjs RUNTIME [COUNT...]
//
// The server runs on RUNTIME, the clients here: each connection sends a request when the answer to
// the last one has come, for two seconds. Needs twice COUNT descriptors (ulimit -n).
const { fork } = require('child_process');
const fs = require('fs');
const http = require('http');
const net = require('net');

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function serve() {
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests++;
    response.end('hello');
  });
  server.keepAliveTimeout = 600000;
  server.listen(0, '127.0.0.1', 4096, () => process.send(server.address().port));
  process.on('message', () => {
    globalThis.gc();
    const { user, system } = process.cpuUsage();
    const rss = +/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
    process.send({ requests, cpu: user + system, rss });
  });
}

async function measure(runtime, count) {
  const child = fork(__filename, ['serve'], { execPath: runtime, execArgv: ['--expose-gc'] });
  const next = () => new Promise((resolve) => child.once('message', resolve));
  const ask = () => { child.send('state'); return next(); };
  const port = await next();
  const before = await ask();
  let isRunning = false;
  const sockets = [];
  for (let i = 0; i < count; i++) {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    await new Promise((resolve, reject) => socket.once('data', resolve).on('error', reject)
      .write(REQUEST));
    socket.on('data', () => isRunning && socket.write(REQUEST));
  }
  const idle = await ask();
  isRunning = true;
  for (const socket of sockets)
    socket.write(REQUEST);
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  isRunning = false;
  const after = await ask();
  const seconds = (performance.now() - began) / 1000;
  const requests = after.requests - idle.requests;
  console.log(`${count} connections: ${((idle.rss - before.rss) / count).toFixed(1)} KB each, ` +
    `${(requests / seconds).toFixed(0)} requests/s, ` +
    `${((after.cpu - idle.cpu) / requests).toFixed(1)} us of CPU time per request`);
  for (const socket of sockets)
    socket.destroy();
  child.kill();
}

async function main([runtime, ...counts]) {
  for (const count of counts.length > 0 ? counts : [1, 10, 100, 1000, 10000])
    await measure(runtime, +count);
}

if (process.argv[2] === 'serve')
  serve();
else
  main(process.argv.slice(2));
