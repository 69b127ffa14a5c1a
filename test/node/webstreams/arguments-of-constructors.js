'use strict';
// Sources, sinks and transformers are objects; strategies may also be null.
const assert = require('assert');

const refused = (make, name) => assert.throws(make, {
  code: 'ERR_INVALID_ARG_TYPE',
  message: new RegExp(`^The "${name}" argument must be of type object`),
});
const NAMES = [[ReadableStream, 'source', 'strategy'], [WritableStream, 'sink', 'strategy'],
               [TransformStream, 'transformer', 'writableStrategy']];

for (const [Class, first, second] of NAMES) {
  for (const value of [null, 5, 'x'])
    refused(() => new Class(value), first);
  for (const value of [5, 'x'])
    refused(() => new Class(undefined, value), second);
  for (const value of [undefined, null, [], () => {}])
    assert.ok(new Class(undefined, value));
}
refused(() => new TransformStream(undefined, undefined, 5), 'readableStrategy');
refused(() => new CountQueuingStrategy([]), 'init');
refused(() => new ByteLengthQueuingStrategy([]), 'init');
assert.ok(new ReadableStream({ type: 'bytes' }, null));
