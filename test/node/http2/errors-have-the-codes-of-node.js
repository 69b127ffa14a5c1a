// Wrong use throws the codes that Node has.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const throws = (code, fn) => assert.throws(fn, { code });
throws('ERR_HTTP2_UNSUPPORTED_PROTOCOL', () => http2.connect('foo://localhost'));
throws('ERR_HTTP2_INVALID_SETTING_VALUE', () => http2.getPackedSettings({ maxFrameSize: 1 }));
throws('ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH',
       () => http2.getUnpackedSettings(Buffer.alloc(5)));
assert.strictEqual(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM, 11);
assert.deepStrictEqual(http2.getUnpackedSettings(http2.getPackedSettings({ maxFrameSize: 20000 })),
                       { maxFrameSize: 20000 });

const server = http2.createServer();
server.on('stream', (stream) => {
  throws('ERR_HTTP2_STATUS_INVALID', () => stream.respond({ ':status': 700 }));
  throws('ERR_HTTP2_STATUS_101', () => stream.additionalHeaders({ ':status': 101 }));
  throws('ERR_HTTP2_INVALID_PSEUDOHEADER', () => stream.respond({ ':path': '/' }));
  throws('ERR_HTTP2_INVALID_CONNECTION_HEADERS', () => stream.respond({ connection: 'close' }));
  throws('ERR_HTTP2_HEADER_SINGLE_VALUE', () => stream.respond({ etag: ['a', 'b'] }));
  throws('ERR_HTTP2_TRAILERS_NOT_READY', () => stream.sendTrailers({}));
  stream.respond();
  throws('ERR_HTTP2_HEADERS_SENT', () => stream.respond());
  throws('ERR_HTTP2_HEADERS_AFTER_RESPOND', () => stream.additionalHeaders({}));
  stream.end();
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  throws('ERR_HTTP2_CONNECT_AUTHORITY', () => client.request({ ':method': 'CONNECT' }));
  throws('ERR_HTTP2_PING_LENGTH', () => client.ping(Buffer.alloc(4), () => {}));
  throws('ERR_HTTP2_NO_SOCKET_MANIPULATION', () => client.socket.write('x'));
  client.request().resume().on('close', () => {
    client.close(() => {
      throws('ERR_HTTP2_INVALID_SESSION', () => client.ping(() => {}));
      client.request().on('error', (err) => {
        assert.strictEqual(err.code, 'ERR_HTTP2_INVALID_SESSION');
        server.close();
      });
    });
  });
});
