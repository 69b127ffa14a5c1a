'use strict';
// isIP(): what is an address and of which family.
const assert = require('assert');
const { isIP, isIPv4, isIPv6 } = require('net');

for (const text of ['127.0.0.1', '0.0.0.0', '255.255.255.255'])
  assert.strictEqual(isIP(text), 4, text);
for (const text of ['::', '::1', '1::', 'fe80::1%eth0', '::ffff:127.0.0.1', '1:2:3:4:5:6:7:8',
                    '1:2:3:4:5:6:1.2.3.4', '0:0:0:0:0:0:0:0'])
  assert.strictEqual(isIP(text), 6, text);
for (const text of ['', 'x', '127.0.0.1.', '127.0.0', '256.0.0.1', '01.2.3.4', ':', ':::',
                    '1::2::3',
                    '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', '::127.0.0.256', '::g',
                    '::1%', '127.000.000.001'])
  assert.strictEqual(isIP(text), 0, text);
assert.strictEqual(isIPv4({ toString: () => '127.0.0.1' }), true);
assert.strictEqual(isIPv6(null), false);
assert.strictEqual(isIP(undefined), 0);
