// A cluster of two http servers. The primary is also the client: 50 sockets that are kept alive,
// each with one request in flight, so that three processes share the machine.
const cluster = require('cluster');
const http = require('http');
const net = require('net');

const SOCKETS = 50;

function worker() {
  http.createServer((req, res) => res.end('hello world')).listen(0, '127.0.0.1');
}

function client(port, ready) {
  const sockets = [];
  let toSend = 0, toCome = 0, finished;
  const send = (socket) => {
    toSend--;
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  };
  const onData = (socket, data) => {
    if (!data.includes('hello world')) // the answer is one small write: it comes whole
      throw new Error(`not an answer: ${data}`);
    if (--toCome === 0)
      finished();
    else if (toSend > 0)
      send(socket);
  };
  const run = (n, done) => {
    toSend = n;
    toCome = n;
    finished = done;
    for (const socket of sockets)
      send(socket);
  };
  for (let i = 0; i < SOCKETS; i++) {
    const socket = net.connect(port, '127.0.0.1', () => {
      sockets.push(socket);
      if (sockets.length === SOCKETS)
        ready(run);
    });
    socket.on('data', (data) => onData(socket, data));
  }
}

if (cluster.isWorker) {
  worker();
} else {
  const { measure } = require('./lib.cjs');
  let listening = 0;
  cluster.on('listening', (one, { port }) => {
    if (++listening === 2)
      client(port, (run) => measure(20000, run));
  });
  cluster.fork();
  cluster.fork();
}
