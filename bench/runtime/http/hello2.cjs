'use strict';
// http2_hello_32: the same by HTTP/2.
const server = require('http2').createServer((request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end('hello world\n');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
