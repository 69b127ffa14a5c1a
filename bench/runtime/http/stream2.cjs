'use strict';
// http2_stream_32: the same by the core API.
const server = require('http2').createServer();
server.on('stream', (stream) => {
  stream.respond({ 'content-type': 'text/plain' });
  stream.end('hello world\n');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
