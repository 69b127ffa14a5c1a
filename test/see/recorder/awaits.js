'use strict';
// What makes awaits tell leaves every other text as it is, and finds the end of each operand.
const assert = require('assert');
const { rewrite } = require('internal/see/record/awaits');

const same = [
  'x.await(1)', '({ await: 1 })', '"await x"', '// await x', '/await x/.test(y)', '`await x`',
  'let a = b / c; // await', 'a = b ? c : d',
];
for (const text of same)
  assert.strictEqual(rewrite(text), text);

const told = {
  'await x': 'await _$await(x)',
  'await f(a, b)[c].d`t`, y': 'await _$await(f(a, b)[c].d`t`), y',
  'await a?.b?.(c)?.[d] + 1': 'await _$await(a?.b?.(c)?.[d]) + 1',
  'await new Promise((r) => r());': 'await _$await(new Promise((r) => r()));',
  '(await x).y': '(await _$await(x)).y',
  'await await x': 'await _$await(await _$await(x))',
  'await -x * 2': 'await _$await(-x) * 2',
  'await async function() { await y }()': 'await _$await(async function() { await _$await(y) }())',
  'await `a${await b}c`': 'await _$await(`a${await _$await(b)}c`)',
  'if (await x) /re/.test(await y)': 'if (await _$await(x)) /re/.test(await _$await(y))',
  'await\n  x': 'await\n  _$await(x)',
  'for await (const x of y.z()) w': 'for await (const x of _$each(y.z())) w',
  'for await (const [of] of of) w': 'for await (const [of] of _$each(of)) w',
};
for (const text in told)
  assert.strictEqual(rewrite(text), told[text]);
