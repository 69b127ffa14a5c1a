// In a cycle functions can be called before their module has run; classes cannot be used yet.
import assert from 'node:assert';
import { result } from './fixtures/cycle/one.mjs';
import { tooEarly } from './fixtures/cycle/two.mjs';

assert.deepStrictEqual(result, ['one', 'function']);
assert.strictEqual(tooEarly, 'ReferenceError');
