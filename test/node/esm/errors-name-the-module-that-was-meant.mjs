// differs from Node: it looks for what was meant in the working directory, not beside the importer
// A specifier that require() would find is named in the error of import.
import assert from 'node:assert';
import { load } from './fixtures/advice.mjs';

const fails = (specifier, code, end) => assert.rejects(load(specifier), (error) => {
  assert.strictEqual(error.code, code);
  assert.strictEqual(error.message.split('\n').slice(1).join('\n'), end);
  return true;
});
await fails('./counter', 'ERR_MODULE_NOT_FOUND', '');       // .mjs: not even require() finds it
await fails('./data', 'ERR_MODULE_NOT_FOUND', 'Did you mean to import "./data.json"?');
await fails('bare-main/index', 'ERR_MODULE_NOT_FOUND',
            'Did you mean to import "bare-main/index.js"?');
await fails('./node_modules/bare-main', 'ERR_UNSUPPORTED_DIR_IMPORT',
            'Did you mean to import "./node_modules/bare-main/index.js"?');
await assert.rejects(load('file://host/x.mjs'), {
  code: 'ERR_INVALID_FILE_URL_HOST', input: 'file://host/x.mjs',
  module: new URL('./fixtures/advice.mjs', import.meta.url).href,
});
