// Built-in modules, CommonJS, JSON and packages can be imported; modules can be required.
import assert from 'node:assert';
import fs, { readFileSync } from 'fs';
import * as os from 'node:os';
import { createRequire } from 'node:module';
import common, { first, 'module.exports' as same } from './fixtures/common.cjs';
import data from './fixtures/data.json' with { type: 'json' };
import dual, { inner } from './fixtures/dual.mjs';

const require = createRequire(import.meta.url);
assert.strictEqual(fs.readFileSync, readFileSync);
assert.strictEqual(os.default, require('os'));
assert.deepStrictEqual([first, common, data.answer], [1, same, 42]);
assert.strictEqual(require('./fixtures/common.cjs'), common);
assert.deepStrictEqual(dual, ['import', 'require']);
assert.strictEqual(await inner, 'ERR_PACKAGE_PATH_NOT_EXPORTED');
const counter = await common.second();
const required = require('./fixtures/counter.mjs');
assert.strictEqual(required.increase, counter.increase);
assert.strictEqual(required.__esModule, true);
assert.throws(() => require('./fixtures/waits2.mjs'), { code: 'ERR_REQUIRE_ASYNC_MODULE' });
