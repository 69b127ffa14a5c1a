'use strict';
// BlockList: the order of its rules, rules that are added twice, texts that are no rules, and
// families.
const assert = require('assert');
const { BlockList, SocketAddress } = require('net');

const list = new BlockList();
list.addRange('10.0.0.1', '10.0.0.9');
list.addSubnet('9.0.0.0', 8);
list.addSubnet('8.0.0.0', 8);
list.addAddress('1.2.3.4');
list.addAddress('1.2.3.4');
list.addRange('10.0.0.1', '10.0.0.9');
const rules = ['Address: IPv4 1.2.3.4', 'Subnet: IPv4 8.0.0.0/8', 'Subnet: IPv4 9.0.0.0/8',
               'Range: IPv4 10.0.0.1-10.0.0.9', 'Range: IPv4 10.0.0.1-10.0.0.9'];
assert.deepStrictEqual(list.rules, rules);
assert.strictEqual(list.size, 5);
list.removeRange('10.0.0.1', '10.0.0.9');
assert.deepStrictEqual(list.rules, rules.slice(0, 4));
assert.strictEqual(list.check('10.0.0.5'), true);

const copy = new BlockList();
copy.fromJSON(['nothing', 'Address: IPv4 1.2.3', 'Address: IPv4 ::1', 'Subnet: IPv4 1.2.3.4',
               'Range: IPv6 zz-::1']);
assert.deepStrictEqual(copy.rules, []);
copy.fromJSON(JSON.stringify(list));
assert.strictEqual(copy.size, 4);
assert.throws(() => copy.fromJSON(['Address: IPv4 300.1.1.1']), { code: 'ERR_INVALID_ADDRESS' });
assert.throws(() => copy.fromJSON('1'), {
  message: 'The "data" argument must be of type string or string[]. Received type number (1)' });

assert.strictEqual(list.check('1.2.3.4', 'family'), false);
assert.throws(() => list.addAddress('1.2.3.4', 1), {
  message: 'The "family" argument must be of type string. Received type number (1)' });
assert.throws(() => new SocketAddress({ family: 1 }), {
  message: "The property 'options.family' is invalid. Received 1" });
assert.strictEqual(new SocketAddress({ flowlabel: 5 }).flowlabel, 0);
assert.strictEqual(new SocketAddress({ family: 'ipv6', flowlabel: 5 }).flowlabel, 5);
