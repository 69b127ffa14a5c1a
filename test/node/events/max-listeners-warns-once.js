'use strict';
// The listener beyond the limit makes one warning with the emitter, the type and the count.
const assert = require('assert');
const EventEmitter = require('events');

const e = new EventEmitter();
const warnings = [];
process.removeAllListeners('warning');
process.on('warning', (warning) => warnings.push(warning));
for (let i = 0; i < 13; i++)
  e.on('x', () => {});
setImmediate(() => {
  assert.strictEqual(warnings.length, 1);
  const [{ name, emitter, type, count, message }] = warnings;
  assert.deepStrictEqual([name, type, count], ['MaxListenersExceededWarning', 'x', 11]);
  assert.strictEqual(emitter, e);
  assert.strictEqual(message,
                     'Possible EventEmitter memory leak detected. 11 x listeners added to ' +
    '[EventEmitter]. MaxListeners is 10. Use emitter.setMaxListeners() to increase limit');
});
