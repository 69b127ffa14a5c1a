// What cannot be imported says why, with the code that Node gives.
import assert from 'node:assert';

const fails = (specifier, expected, options) =>
  assert.rejects(import(specifier, options), expected);
await fails('./not-there.mjs', { code: 'ERR_MODULE_NOT_FOUND' });
await fails('not-there', { code: 'ERR_MODULE_NOT_FOUND', message: /^Cannot find package 'not-there'/ });
await fails('./fixtures', { code: 'ERR_UNSUPPORTED_DIR_IMPORT' });
await fails('node:not-there', { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
await fails('http://localhost/x.mjs', { code: 'ERR_UNSUPPORTED_ESM_URL_SCHEME' });
await fails('./fixtures/data.json', { code: 'ERR_IMPORT_ATTRIBUTE_MISSING' });
await fails('./fixtures/counter.mjs', { code: 'ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE' },
            { with: { type: 'json' } });
await fails('./fixtures/missing.mjs', {
  name: 'SyntaxError',
  message: "The requested module './counter.mjs' does not provide an export named 'nothing'",
});
await fails('data:text/javascript,let a; let a;', { name: 'SyntaxError' });
