// A .js file whose package says nothing is a module when only a module can have such a text.
import assert from 'node:assert';
import { value } from './fixtures/waits.mjs';

await undefined;
assert.strictEqual(value, 'waited for');
assert.strictEqual(import.meta.main, true);
assert.strictEqual(typeof require, 'undefined');
assert.strictEqual(process.mainModule, undefined);
