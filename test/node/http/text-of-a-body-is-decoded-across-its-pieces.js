'use strict';
// A body that is read as text is the same however its bytes are divided, also within a character,
// and whether or not it is valid. A method push() of the program gets Buffers.
const assert = require('assert');
const http = require('http');
const net = require('net');

const BODY = Buffer.from('plain é € 😀 end');
const INVALID = Buffer.concat([Buffer.from('a'), Buffer.from([0xe2, 0x82]), Buffer.from('b')]);
const cases = [];
for (let at = 1; at < BODY.length; at++)
  cases.push([[BODY.subarray(0, at), BODY.subarray(at)], 'utf8']);
cases.push([[INVALID], 'utf8'], [[INVALID.subarray(0, 2), INVALID.subarray(2)], 'utf8']);
cases.push([[BODY], 'latin1'], [[BODY], 'hex'], [[BODY], 'base64'], [[BODY], 'utf16le']);
cases.push([[BODY], 'utf8', true]);

let current;
let resume;
const server = http.createServer((req, res) => {
  const { 0: pieces, 1: encoding, 2: replacesPush } = cases[current];
  const chunks = [];
  if (replacesPush) {
    const { push } = req;
    req.push = function(chunk, ...rest) {
      if (chunk !== null)
        assert.ok(Buffer.isBuffer(chunk));
      return push.call(this, chunk, ...rest);
    };
  }
  req.setEncoding(encoding);
  req.on('data', (text) => {
    assert.strictEqual(typeof text, 'string');
    chunks.push(text);
    resume?.();
  });
  req.on('end', () => {
    assert.strictEqual(chunks.join(''), Buffer.concat(pieces).toString(encoding));
    res.end();
  });
});

function run(port) {
  const { 0: pieces } = cases[current];
  const length = Buffer.concat(pieces).length;
  const client = net.connect(port, '127.0.0.1', () => {
    client.setNoDelay();
    client.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
                 `Content-Length: ${length}\r\n\r\n`);
    client.write(pieces[0]);
    resume = pieces.length === 2 ? () => {
      resume = undefined;
      client.write(pieces[1]);
    } : undefined;
  });
  client.resume();
  client.on('close', () => {
    if (++current < cases.length)
      run(port);
    else
      server.close();
  });
}
server.listen(0, '127.0.0.1', () => {
  current = 0;
  run(server.address().port);
});
process.on('exit', () => assert.strictEqual(current, cases.length));
