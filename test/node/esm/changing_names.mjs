// Names that may change can be used in any place, also beside variables of the same name.
import assert from 'node:assert';
import { table, shadow, callee } from './fixtures/cycle/names.mjs';
import { add, count } from './fixtures/cycle/names2.mjs';
import { read } from './fixtures/cycle/plain.mjs';

assert.deepStrictEqual([table.count, table.nested, table.seen], [0, { count: 7 }, 1]);
assert.strictEqual(shadow('own'), 'own');
assert.strictEqual(callee(), undefined);
assert.strictEqual(count, 2);
assert.strictEqual(add(), table);
assert.deepStrictEqual(read(), [3, undefined, '3', 3, true]);
