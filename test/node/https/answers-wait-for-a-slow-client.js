'use strict';
// Answers of one call, of each kind of body, reach a client that first reads nothing, whole and in
// order. 'finish' of the answer that the kernel does not accept waits until the client reads.
const assert = require('assert');
const https = require('https');
const tls = require('tls');
const { ca, issue } = require('../tls/fixtures/keys');

const LENGTH = 60000, COUNT = 400;
const KINDS = [
  () => Buffer.alloc(LENGTH, 'b'),
  () => 'é'.repeat(LENGTH / 4),
  () => 's'.repeat(LENGTH / 4),
];
const { cert, key } = issue('example.test');
let finished = 0, received = '';

const server = https.createServer({ cert, key }, (req, res) => {
  const number = +req.url.slice(1);
  if (number % 2)
    res.writeHead(200); // chunked
  res.on('finish', () => { finished++; });
  res.end(KINDS[number % 3](), number % 3 === 1 ? 'latin1' : 'utf8');
});

server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' }, () => {
    client.pause();
    const text = Array.from({ length: COUNT }, (_, i) =>
      `GET /${i} HTTP/1.1\r\nHost: x\r\n${i === COUNT - 1 ? 'Connection: close\r\n' : ''}\r\n`);
    client.write(text.join(''));
  });
  server.on('secureConnection', (socket) => waitUntilStuck(socket, () => {
    assert.ok(finished > 0 && finished < COUNT, `${finished} answers`);
    client.setEncoding('latin1');
    client.on('data', (chunk) => { received += chunk; });
    client.resume();
  }));
  client.on('close', () => server.close());
});

// The socket has accepted all that it takes when bytes wait and none are sent in a few turns.
function waitUntilStuck(socket, done, last = -1, turns = 0) {
  const sent = socket.bytesWritten;
  const isQuiet = sent === last && socket.writableLength > 0;
  if (turns === 20)
    done();
  else
    setImmediate(waitUntilStuck, socket, done, sent, isQuiet ? turns + 1 : 0);
}

process.on('exit', () => {
  assert.strictEqual(finished, COUNT);
  const answers = received.split('HTTP/1.1 200 OK').slice(1);
  assert.strictEqual(answers.length, COUNT);
  answers.forEach((answer, i) => {
    const [head, ...rest] = answer.split('\r\n\r\n');
    let body = rest.join('\r\n\r\n');
    if (head.includes('chunked'))
      body = body.slice(body.indexOf('\r\n') + 2, body.lastIndexOf('\r\n0'));
    assert.strictEqual(body, Buffer.from(KINDS[i % 3](), i % 3 === 1 ? 'latin1' : 'utf8')
      .toString('latin1'), `answer ${i}`);
  });
});
