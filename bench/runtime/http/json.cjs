'use strict';
// A server that parses a JSON body and answers with it.
const http = require('node:http');
const server = http.createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { text += chunk; });
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(JSON.parse(text)));
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
