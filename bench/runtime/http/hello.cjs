'use strict';
// A server that answers each request with the same line.
const http = require('node:http');
const server = http.createServer((request, response) => response.end('Hello World\n'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
