'use strict';
// console.table: arrays, objects, maps, sets, chosen columns, and what is no table.
const assert = require('assert');
const { Console } = require('console');

let text = '';
const mine = new Console({ stdout: { write(chunk) { text = chunk; } }, ignoreErrors: false });
const table = (...args) => {
  mine.table(...args);
  return text;
};

assert.strictEqual(table([{ a: 1, b: 'x' }, { a: 2, c: [1] }]), `\
┌─────────┬───┬─────┬───────┐
│ (index) │ a │ b   │ c     │
├─────────┼───┼─────┼───────┤
│ 0       │ 1 │ 'x' │       │
│ 1       │ 2 │     │ [ 1 ] │
└─────────┴───┴─────┴───────┘
`);
assert.strictEqual(table({ x: 1, y: { v: 2 } }), `\
┌─────────┬───┬────────┐
│ (index) │ v │ Values │
├─────────┼───┼────────┤
│ x       │   │ 1      │
│ y       │ 2 │        │
└─────────┴───┴────────┘
`);
assert.strictEqual(table(new Map([['k', 1]])), `\
┌───────────────────┬─────┬────────┐
│ (iteration index) │ Key │ Values │
├───────────────────┼─────┼────────┤
│ 0                 │ 'k' │ 1      │
└───────────────────┴─────┴────────┘
`);
assert.match(table(new Set(['s'])), /│ 0 {17}│ 's' {4}│/);
assert.doesNotMatch(table([{ a: 1, b: 2 }], ['a']), /b/);
assert.strictEqual(table('text'), 'text\n');
assert.throws(() => mine.table([], 'a'), { code: 'ERR_INVALID_ARG_TYPE' });
