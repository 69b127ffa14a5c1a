// Imported names follow the variables of the module they come from, also through re-exports.
import assert from 'node:assert';
import { count, increase, fixed } from './fixtures/counter.mjs';
import * as counter from './fixtures/counter.mjs';
import { again, all, Counter, count as through } from './fixtures/reexport.mjs';

assert.strictEqual(count, 0);
increase();
assert.deepStrictEqual([count, again, through, counter.count, all.count], [1, 1, 1, 1, 1]);
assert.strictEqual(all, counter);
assert.strictEqual(Counter.name, 'default');
assert.throws(() => { count = 5; }, TypeError);
assert.throws(() => { fixed = 5; }, TypeError);
const read = () => count;
increase();
assert.strictEqual(read(), 2);
