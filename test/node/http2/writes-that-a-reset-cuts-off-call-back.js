// RST_STREAM of the peer while writes wait for the window: each calls back, without an error if the
// code is NO_ERROR or CANCEL, and before 'close'. 'finish' is not emitted.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const WRITES = 16;

function run(code, expected, next) {
  const server = http2.createServer();
  server.on('stream', (stream) => {
    const results = [];
    stream.respond();
    for (let i = 0; i < WRITES; i++)
      stream.write(Buffer.alloc(8192), (err) => results.push(err?.code));
    stream.on('error', (err) => assert.strictEqual(err.code, expected));
    stream.on('finish', () => assert.fail('finish'));
    stream.on('close', () => {
      assert.strictEqual(results.length, WRITES);
      assert.strictEqual(results[WRITES - 1], expected);
      assert.strictEqual(stream.writableFinished, false);
      server.close(next);
    });
  });
  server.listen(0, () => {
    const client = http2.connect(`http://localhost:${server.address().port}`);
    const req = client.request();
    req.on('error', (err) => assert.strictEqual(err.code, expected));
    req.on('response', () => req.close(code));
    req.on('close', () => client.close());
  });
}

let runs = 0;
const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = http2.constants;
run(NGHTTP2_NO_ERROR, undefined, () => {
  runs++;
  run(NGHTTP2_CANCEL, undefined, () => {
    runs++;
    run(NGHTTP2_INTERNAL_ERROR, 'ERR_HTTP2_STREAM_ERROR', () => runs++);
  });
});
process.on('exit', () => assert.strictEqual(runs, 3));
