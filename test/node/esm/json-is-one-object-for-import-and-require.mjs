// A file of JSON is in the cache of require(), whoever loads it first.
import assert from 'node:assert';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: imported } = await import('./fixtures/data.json', { with: { type: 'json' } });
assert.strictEqual(require('./fixtures/data.json'), imported);
const { default: again } = await import('./fixtures/data.json?2', { with: { type: 'json' } });
assert.notStrictEqual(again, imported);
