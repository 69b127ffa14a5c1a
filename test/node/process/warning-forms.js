'use strict';
// emitWarning() takes a text or an error, and gives the listener name, code and detail.
const assert = require('assert');
process.removeAllListeners('warning');

const seen = [];
process.on('warning',
           ({ name, message, code, detail }) => seen.push([name, message, code, detail]));
process.emitWarning('one');
process.emitWarning('two', 'Kind', 'C2');
process.emitWarning('three', { type: 'Kind', code: 'C3', detail: 'more' });
process.emitWarning(Object.assign(new Error('four'), { name: 'Own' }));
assert.deepStrictEqual(seen, []);   // later, not now
assert.throws(() => process.emitWarning(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.emitWarning('a', 5), { code: 'ERR_INVALID_ARG_TYPE' });
setImmediate(() => assert.deepStrictEqual(seen, [
  ['Warning', 'one', undefined, undefined],
  ['Kind', 'two', 'C2', undefined],
  ['Kind', 'three', 'C3', 'more'],
  ['Own', 'four', undefined, undefined],
]));
