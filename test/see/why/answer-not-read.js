// holds: socket 10
// what: GET http://127\.0\.0\.1:\d+/: the answer is not read
// let go: response.resume()
const http = require('http');
const server = http.createServer((request, response) => response.end('not much'));
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  server.unref();
  const agent = new http.Agent({ keepAlive: true });
  http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => {
    process.once('SIGHUP', () => {
      response.resume();
      server.closeAllConnections();     // the other end, which is told, too
    });
  });
});
