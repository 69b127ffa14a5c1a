// How much more a cluster of two http servers can serve than one of one. Client and servers share
// two cores here, so wall time says little: figures are the CPU time that the busiest server takes,
// per request of all. 50 sockets are kept alive, each with one request in flight.
// The gain is "one" divided by "two".
const cluster = require('cluster');
const http = require('http');
const net = require('net');

const SOCKETS = 50;
const REQUESTS = 20000;
const ROUNDS = 3;

function serve() {
  http.createServer((req, res) => res.end('hello world')).listen(0, '127.0.0.1');
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  });
}

function request(port, count) {
  return new Promise((resolve) => {
    let toSend = count, toCome = count;
    const sockets = [];
    const send = (socket) => {
      toSend--;
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    };
    for (let i = 0; i < SOCKETS; i++) {
      const socket = net.connect(port, '127.0.0.1', () => send(socket));
      sockets.push(socket);
      socket.on('data', () => {
        if (--toCome === 0) {
          sockets.forEach((each) => each.destroy());
          resolve();
        } else if (toSend > 0) {
          send(socket);
        }
      });
    }
  });
}

const busyTimes = (workers) => Promise.all(workers.map((worker) => new Promise((resolve) => {
  worker.once('message', resolve);
  worker.send('cpu');
})));

// Nanoseconds of the busiest server per request.
async function measure(count) {
  const workers = Array.from({ length: count }, () => cluster.fork());
  const ports = await Promise.all(workers.map((worker) =>
    new Promise((resolve) => worker.once('listening', ({ port }) => resolve(port)))));
  await request(ports[0], REQUESTS);    // compiles
  let least = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const before = await busyTimes(workers);
    await request(ports[0], REQUESTS);
    const after = await busyTimes(workers);
    const busiest = Math.max(...after.map((time, k) => time - before[k]));
    least = Math.min(least, busiest * 1000 / REQUESTS);
  }
  workers.forEach((worker) => worker.kill());
  return least;
}

async function main() {
  const one = await measure(1);
  const two = await measure(2);
  console.log(JSON.stringify({ figures: { one, two } }));
  process.exit(0);
}

if (cluster.isWorker)
  serve();
else
  main();
