// Numbers, strings and other primitive values arrive unchanged, and so does a message that was
// being written when a getter of it posted another one.
const assert = require('assert');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const values = [
  undefined, null, true, false, 0, -0, 1, -1, 127, 128, 2 ** 30 - 1, 2 ** 30, -(2 ** 30),
  -(2 ** 30) - 1, 2 ** 53, 0.5, NaN, Infinity, -Infinity, '', 'a', '\0', 'word', 'é', '€',
  '\ud800', 'long '.repeat(20000), '€'.repeat(50000), 12345678901234567890n,
];

if (!isMainThread) {
  for (const value of values)
    parentPort.postMessage(value);
  parentPort.postMessage({
    before: [1, 'two'],
    get nested() { parentPort.postMessage('from a getter'); return 3; },
    after: 'four',
  });
  assert.throws(() => parentPort.postMessage(Symbol('s')), { name: 'DataCloneError' });
  assert.throws(() => parentPort.postMessage(() => {}), { name: 'DataCloneError' });
} else {
  const received = [];
  new Worker(__filename).on('message', (value) => received.push(value)).on('exit', (code) => {
    assert.strictEqual(code, 0);
    const expected = [...values, 'from a getter', { before: [1, 'two'], nested: 3, after: 'four' }];
    assert.strictEqual(received.length, expected.length);
    for (let i = 0; i < expected.length; i++)
      assert.deepStrictEqual(received[i], expected[i]);
  });
}
