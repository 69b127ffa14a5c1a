'use strict';
// With serialization: 'advanced', messages keep what JSON loses: types, cycles, bytes.
const assert = require('assert');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    assert.strictEqual(process.env.NODE_CHANNEL_SERIALIZATION_MODE, undefined);
    if (message === 'bye')
      process.disconnect();
    else
      process.send([message]);
  });
  return;
}

const circular = { name: 'я' };
circular.self = circular;
const messages = [
  { map: new Map([[1, { x: undefined }]]), set: new Set([2]), date: new Date(0) },
  [NaN, -0, { big: 5n ** 50n }], Buffer.from('hi'), new Uint16Array([1, 2]), 'text', 7, circular,
  { bytes: Buffer.alloc(30000, 7), text: 'z'.repeat(2000) }, new RangeError('r'),
];
const child = fork(__filename, ['child'], { serialization: 'advanced' });
assert.throws(() => child.send({ f() {} }), { message: 'f() {} could not be cloned.' });
const got = [];
child.on('message', ([message]) => got.push(message));
for (const message of messages)
  assert.strictEqual(typeof child.send(message), 'boolean');
child.send('bye');
child.on('exit', (code) => {
  assert.strictEqual(code, 0);
  assert.deepStrictEqual(got, messages);
  assert.ok(Buffer.isBuffer(got[2]));
});
