'use strict';
// A look-up of connect() gets ADDRCONFIG, unless the program asks for one family or other hints.
const assert = require('assert');
const dns = require('dns');
const net = require('net');

function hintsOf(options) {
  let hints;
  const lookup = (host, given, callback) => {
    ({ hints } = given);
    callback(new Error('no such host'));
  };
  net.connect({ port: 1, host: 'a.invalid', lookup, ...options }).on('error', () => {});
  return hints;
}

assert.strictEqual(hintsOf({}), dns.ADDRCONFIG);
assert.strictEqual(hintsOf({ autoSelectFamily: false }), dns.ADDRCONFIG);
assert.strictEqual(hintsOf({ family: 0 }), dns.ADDRCONFIG);
assert.strictEqual(hintsOf({ family: 4 }), 0);
assert.strictEqual(hintsOf({ family: 6 }), 0);
assert.strictEqual(hintsOf({ hints: dns.V4MAPPED }), dns.V4MAPPED);
