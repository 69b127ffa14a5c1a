// holds: socket 10
// what: POST http://127\.0\.0\.1:\d+/: the request is not ended
// let go: request.end()
const http = require('http');
const server = http.createServer((request, response) =>
  request.resume().on('end', () => response.end()));
server.listen(0, '127.0.0.1', () => {
  server.unref();
  const { port } = server.address();
  const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  request.flushHeaders();
  request.on('response', (response) => response.resume());
  process.once('SIGHUP', () => request.end());
});
