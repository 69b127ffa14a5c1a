// flags: --no-network-family-autoselection
// With the option, connect() tries one address, unless the program asks for more.
const assert = require('assert');
const net = require('net');

assert.strictEqual(net.getDefaultAutoSelectFamily(), false);
const lookup = (host, options, callback) => {
  assert.strictEqual(options.all, undefined);
  callback(new Error('looked up'));
};
net.connect({ host: 'name', port: 80, lookup }).on('error', (error) => {
  assert.strictEqual(error.message, 'looked up');
});
net.setDefaultAutoSelectFamily(true);
assert.strictEqual(net.getDefaultAutoSelectFamily(), true);
