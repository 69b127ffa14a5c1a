// HTTP requests on 50 kept connections, spoken by plain sockets in the same process: 13 bytes of answer.
const { measure } = require('./lib.cjs');
const http = require('http');
const net = require('net');
const CONNECTIONS = 50;
const request = Buffer.from('GET /index.html HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench/1.0\r\n' +
  'Accept: */*\r\nAccept-Encoding: gzip\r\n\r\n');
const server = http.createServer((req, res) => {
  res.setHeader('Content-Type', 'text/plain');
  res.end('Hello, world!');
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const clients = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.setNoDelay(true);
      clients.push(socket);
      if (clients.length === CONNECTIONS)
        run(clients);
    });
  }
});
function run(clients) {
  measure(20000, (n, done) => {
    let left = n;
    for (const socket of clients) {
      socket.removeAllListeners('data');
      // An answer is small: it comes in one piece.
      socket.on('data', () => {
        if (left > 0 && --left === 0)
          done();
        else if (left > 0)
          socket.write(request);
      });
      socket.write(request);
    }
  });
}
