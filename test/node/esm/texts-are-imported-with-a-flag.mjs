// flags: --experimental-import-text --experimental-import-meta-resolve --no-warnings
// with { type: 'text' } gives the text of any file; import.meta.resolve() takes a parent.
import assert from 'node:assert';

const options = { with: { type: 'text' } };
const { default: text } = await import('./fixtures/advice.mjs', options);
assert.match(text, /^export const load/);
assert.strictEqual((await import('data:text/plain,a%20%80', options)).default, 'a \ufffd');
await assert.rejects(import('data:text/plain,a'), { code: 'ERR_IMPORT_ATTRIBUTE_MISSING' });
assert.strictEqual(import.meta.resolve('./x', 'file:///a/b.js'), 'file:///a/x');
assert.throws(() => import.meta.resolve('./x', 5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.strictEqual(import.meta.resolve('some://where/x'), 'some://where/x');
