// A `lookup` function that gives anything but an address as a string makes the connection fail.
const assert = require('assert');
const net = require('net');

for (const address of [['127.0.0.1'], undefined, 'no address']) {
  const lookup = (host, options, callback) => callback(null, address, 4);
  net.connect({ host: 'name', port: 80, family: 4, lookup }).on('error', (error) => {
    assert.strictEqual(error.code, 'ERR_INVALID_IP_ADDRESS');
  });
}
