// holds: socket 8
// what: GET / is not answered
// let go: response.end()
const http = require('http');
const server = http.createServer((request, response) => {
  process.once('SIGHUP', () => response.end());
});
server.listen(0, '127.0.0.1', () => {
  server.unref();
  http.get({ port: server.address().port, host: '127.0.0.1', agent: false },
           (response) => response.resume());
});
