// A transform stream and one of its halves cannot be in one transfer list, in either order.
const assert = require('assert');

for (const name of ['readable', 'writable']) {
  for (const isFirst of [true, false]) {
    const transform = new TransformStream();
    const both = [transform, transform[name]];
    assert.throws(() => structuredClone(both, { transfer: isFirst ? both : both.toReversed() }),
                  { constructor: DOMException, name: 'DataCloneError' });
  }
}
