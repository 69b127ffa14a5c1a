// holds: socket 12
// what: HTTP/2 session with 3 streams
// let go: session.close()
const http2 = require('http2');
const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond();
  process.once('SIGHUP', () => stream.end());
});
server.listen(0, '127.0.0.1', () => {
  server.unref();
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  for (let i = 0; i < 3; i++)
    client.request().resume();
  process.once('SIGHUP', () => client.close());
});
