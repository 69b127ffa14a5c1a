'use strict';
// Messages show one line for short values, a caret for near ones, and a diff for structures.
const assert = require('assert');

const messageOf = (fn) => {
  try {
    fn();
    return 'nothing thrown';
  } catch (error) {
    return error.message;
  }
};
const equal = (actual, lines) => assert.strictEqual(actual, lines.join('\n'));

equal(messageOf(() => assert.strictEqual(1, 2)),
      ['Expected values to be strictly equal:', '', '1 !== 2', '']);
equal(messageOf(() => assert.strictEqual('a longer text', 'a longer test')),
      ['Expected values to be strictly equal:', '+ actual - expected', '', "+ 'a longer text'",
       "- 'a longer test'", '              ^', '']);
equal(messageOf(() => assert.deepStrictEqual({ a: [1, 2], b: 3 }, { a: [1, 4], b: 3 })),
      ['Expected values to be strictly deep-equal:', '+ actual - expected', '', '  {', '    a: [',
       '      1,', '+     2', '-     4', '    ],', '    b: 3', '  }', '']);
equal(messageOf(() =>
  assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 6, 7, 0, 9])),
      ['Expected values to be strictly deep-equal:', '+ actual - expected', '... Skipped lines', '',
       '  [', '    1,', '    2,', '    3,', '    4,', '...', '    7,', '+   8,', '-   0,', '    9',
       '  ]', '']);
equal(messageOf(() => assert.strictEqual([1], [1])),
      ['Values have same structure but are not reference-equal:', '', '[', '  1', ']', '']);
equal(messageOf(() => assert.equal(1, 2)), ['1 == 2']);
