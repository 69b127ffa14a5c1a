// A module may declare with `using` at its top level; its exports are seen from outside as ever.
import assert from 'node:assert';
import { log, seen, read, Late } from './fixtures/top.mjs';
import common from './fixtures/top.cjs';

assert.deepStrictEqual(log, ['body of top', 'disposed b', 'disposed a']);
assert.strictEqual(seen, 'a');
assert.strictEqual(read(), 'disposed b,disposed a');
assert.strictEqual(new Late().line(), 11);
assert.deepStrictEqual(common, { strict: true, log: ['body', 'disposed'], line: 8 });

await using last = { async [Symbol.asyncDispose]() { process.exitCode = 0; } };
process.exitCode = last === undefined ? 2 : 1;
