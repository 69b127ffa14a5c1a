'use strict';
// While SNICallback has not answered, a client that sends more than a megabyte is closed.
const assert = require('assert');
const tls = require('tls');
const { issue } = require('./fixtures/keys');
const { relay } = require('./fixtures/relay');

// differs from Node: it reads on
const { cert, key } = issue('example.test');
let failure;
const server = tls.createServer({ cert, key, SNICallback() {} }, assert.fail);
server.on('tlsClientError', (err) => { failure = err; });
server.listen(0, () => {
  relay(server.address().port, {
    toServer(chunk, to) {
      to.write(chunk);
      to.write(Buffer.alloc(4 << 20));
    },
  }, (port, between) => {
    const client = tls.connect({ port, host: '127.0.0.1', servername: 'example.test' });
    client.on('error', () => {});
    client.on('close', () => {
      between.close();
      server.close();
    });
  });
});
process.on('exit', () => assert.strictEqual(failure?.code, 'ENOBUFS'));
