// A server pushes a stream and answers with a file, a part of it, and an error if there is none.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http2 = require('http2');

const text = fs.readFileSync(__filename, 'utf8');
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  if (headers[':path'] === '/missing') {
    stream.respondWithFile('/does/not/exist', {}, {
      onError(err) {
        assert.strictEqual(err.code, 'ENOENT');
        stream.respond({ ':status': 404 }, { endStream: true });
      },
    });
    return;
  }
  if (headers[':path'] === '/part') {
    const fd = fs.openSync(__filename);
    stream.respondWithFD(fd, {}, { offset: 3, length: 8 });
    stream.on('close', () => fs.closeSync(fd));
    return;
  }
  stream.pushStream({ ':path': '/pushed' }, (err, pushed) => {
    assert.ifError(err);
    assert.throws(() => pushed.pushStream({}, () => {}), { code: 'ERR_HTTP2_NESTED_PUSH' });
    pushed.respond({ 'x-pushed': 'yes' });
    pushed.end('pushed');
  });
  stream.respondWithFile(__filename, { 'content-type': 'text/javascript' }, {
    statCheck(stat, head) { head['x-size'] = stat.size; },
  });
});

function read(stream, done) {
  let body = '';
  stream.setEncoding('utf8');
  stream.on('data', (part) => { body += part; });
  stream.on('end', () => done(body));
}

server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let left = 4;
  const done = () => {
    if (--left === 0) {
      client.close();
      server.close();
    }
  };
  client.on('stream', (stream, headers) => {
    assert.strictEqual(headers[':path'], '/pushed');
    stream.on('push', (answer) => assert.strictEqual(answer['x-pushed'], 'yes'));
    read(stream, (body) => {
      assert.strictEqual(body, 'pushed');
      done();
    });
  });
  const file = client.request({ ':path': '/' });
  file.on('response', (headers) => {
    assert.strictEqual(headers['content-length'], String(text.length));
    assert.strictEqual(headers['x-size'], String(text.length));
  });
  read(file, (body) => {
    assert.strictEqual(body, text);
    done();
  });
  read(client.request({ ':path': '/part' }), (body) => {
    assert.strictEqual(body, text.slice(3, 11));
    done();
  });
  const missing = client.request({ ':path': '/missing' });
  missing.on('response', (headers) => assert.strictEqual(headers[':status'], 404));
  read(missing, done);
});
