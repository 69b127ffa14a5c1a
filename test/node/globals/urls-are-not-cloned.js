// structuredClone() refuses objects of the URL standard, also of derived classes.
const assert = require('node:assert');

const refused = { name: 'DataCloneError', message: 'Cannot clone object of unsupported type.' };
class Derived extends URL {}
for (const value of [new URL('http://a'), new URLSearchParams('a=1'), new URLPattern(),
                     new Derived('http://a')]) {
  assert.throws(() => structuredClone(value), refused);
  assert.throws(() => structuredClone({ nested: [value] }), refused);
}
assert.deepStrictEqual(structuredClone({ [Symbol.toStringTag]: 'URL', a: 1 }), { a: 1 });
