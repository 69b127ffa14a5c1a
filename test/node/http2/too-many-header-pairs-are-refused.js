// A block with more pairs than maxHeaderListPairs, or larger than maxHeaderListSize, is refused
// with ENHANCE_YOUR_CALM before the program sees it.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const server = http2.createServer({ maxHeaderListPairs: 10,
                                    settings: { maxHeaderListSize: 1000 } });
server.on('stream', () => assert.fail('it reached the program'));
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let left = 2;
  const refused = (headers) => {
    const req = client.request(headers);
    req.on('error', (err) => assert.strictEqual(
      err.message, 'Stream closed with error code NGHTTP2_ENHANCE_YOUR_CALM'));
    req.on('close', () => {
      assert.strictEqual(req.rstCode, http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
      if (--left === 0) {
        client.close();
        server.close();
      }
    });
  };
  client.once('remoteSettings', () => {
    refused({ list: Array.from('12345678901') });
    refused({ long: 'x'.repeat(1000) });
  });
});
