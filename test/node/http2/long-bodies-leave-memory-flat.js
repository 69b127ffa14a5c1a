// A body of 96 MB each way (or as many as the argument says) is sent by a program that writes as
// fast as it may and read by one that pauses: the process does not grow with it.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http2 = require('http2');

const MB = 1 << 20;
const SIZE = (Number(process.argv[2]) || 96) * MB;
const GROWTH_KB = 60 * 1024;
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);

let first = 0, most = 0;
function measure(done) {
  if (done === 0)
    return;
  if (first === 0 && done >= 16 * MB)
    first = rss();
  else if (first !== 0)
    most = Math.max(most, rss());
}

function send(stream) {
  const chunk = Buffer.alloc(MB, 'x');
  let left = SIZE;
  const go = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!stream.write(chunk)) {
        stream.once('drain', go);
        return;
      }
    }
    stream.end();
  };
  go();
}

function receive(stream, done) {
  let size = 0, since = 0;
  stream.on('data', (chunk) => {
    size += chunk.length;
    since += chunk.length;
    if (since >= 8 * MB) {
      since = 0;
      measure(size);
      stream.pause();
      setImmediate(() => stream.resume());
    }
  });
  stream.on('end', () => {
    assert.strictEqual(size, SIZE);
    done();
  });
}

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.respond();
  if (headers[':method'] === 'GET')
    send(stream);
  else
    receive(stream, () => stream.end());
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  receive(client.request(), () => {
    const upload = client.request({ ':method': 'POST' });
    send(upload);
    upload.resume().on('close', () => client.close(() => server.close()));
  });
});
process.on('exit', () => {
  if (process.argv[3])
    console.log(`${first} KB, at most ${most} KB`);
  assert.ok(most - first < GROWTH_KB, `${first} KB grew to ${most} KB`);
});
