'use strict';
// A server that listens by name takes the first address that is not one of a link only.
const assert = require('assert');
const dns = require('dns');
const net = require('net');

dns.lookup = (name, options, callback) => {
  assert.strictEqual(options.all, true);
  callback(null, [{ address: 'fe80::1', family: 6 }, { address: 'febf::2', family: 6 },
                  { address: '127.0.0.1', family: 4 }]);
};

const server = net.createServer().listen(0, 'some.name', () => {
  assert.strictEqual(server.address().address, '127.0.0.1');
  server.close();
});
