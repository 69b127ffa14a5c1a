// A handler added after 'unhandledRejection' causes a PromiseRejectionHandledWarning, unless
// 'rejectionHandled' has a listener.
const assert = require('node:assert');

const warnings = [];
process.removeAllListeners('warning');
process.on('warning', (warning) => warnings.push(warning));
process.on('unhandledRejection', () => {});

const first = Promise.reject(new Error('first'));
setImmediate(() => {
  first.catch(() => {});
  setImmediate(() => {
    assert.strictEqual(warnings.length, 1);
    assert.strictEqual(warnings[0].name, 'PromiseRejectionHandledWarning');
    assert.strictEqual(warnings[0].message,
                       'Promise rejection was handled asynchronously (rejection id: 1)');
    process.on('rejectionHandled', () => {});
    const second = Promise.reject(new Error('second'));
    setImmediate(() => {
      second.catch(() => {});
      setImmediate(() => assert.strictEqual(warnings.length, 1));
    });
  });
});
