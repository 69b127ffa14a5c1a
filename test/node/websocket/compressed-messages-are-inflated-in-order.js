'use strict';
// permessage-deflate: messages share a window unless the server said otherwise, may be fragmented,
// and keep their place among others. Bytes that are no deflate fail the connection.
const assert = require('assert');
const zlib = require('zlib');
const { next, serve } = require('./fixtures/server.js');

// As servers with a shared window do: a full flush would begin a window of its own.
function deflater() {
  const stream = zlib.createDeflateRaw();
  let out = [];
  stream.on('data', (data) => out.push(data));
  return (text) => new Promise((resolve) => {
    stream.write(text);
    stream.flush(zlib.constants.Z_SYNC_FLUSH, () => {
      const bytes = Buffer.concat(out);
      out = [];
      resolve(bytes.subarray(0, -4));
    });
  });
}

let extension;
serve(async (peer) => {
  if (peer.req.url === '/bad') {
    peer.socket.cork(); // what arrives together with it does not count any more
    peer.send(1, [0xff, 0xff, 0xff], 0xc0);
    peer.send(1, 'late');
    peer.send(1, [0xff, 0xff, 0xff], 0xc0);
    peer.close(1000);
    peer.socket.uncork();
    return;
  }
  const isFresh = peer.req.url === '/fresh';
  let deflate = deflater();
  for (let i = 0; i < 3; i++) {
    if (isFresh)
      deflate = deflater();
    const bytes = await deflate('repeated text '.repeat(100));
    peer.send(1, bytes.subarray(0, 5), 0x40);
    peer.send(0, bytes.subarray(5));
    peer.send(1, `plain ${i}`);
  }
  peer.close(1000);
}, async (url) => {
  for (const [path, value] of [['/', 'permessage-deflate'],
                               ['/fresh', 'permessage-deflate; server_no_context_takeover']]) {
    extension = value;
    const socket = new WebSocket(url + path);
    const seen = [];
    socket.onmessage = ({ data }) => seen.push(data.length > 100 ? data.length : data);
    const { code } = await next(socket, 'close');
    assert.deepStrictEqual(seen, [1400, 'plain 0', 1400, 'plain 1', 1400, 'plain 2']);
    assert.strictEqual(code, 1000);
    assert.strictEqual(socket.extensions, value);
  }
  const bad = new WebSocket(`${url}/bad`);
  assert.strictEqual((await next(bad, 'close')).code, 1006);
}, () => ({ 'Sec-WebSocket-Extensions': extension }));
