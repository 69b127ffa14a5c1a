'use strict';
// A listener for the body of a request gets it, though the request was answered at once.
const assert = require('assert');
const http = require('http');

const events = [];
const server = http.createServer((req, res) => {
  req.on('data', (chunk) => events.push(`${chunk}`));
  req.on('end', () => events.push('end'));
  req.on('close', () => server.close());
  res.end('answer');
});
server.listen(0, '127.0.0.1', () => {
  const req = http.request({ port: server.address().port, method: 'POST', agent: false },
                           (res) => res.resume());
  req.end('body');
});
process.on('exit', () => assert.deepStrictEqual(events, ['body', 'end']));
