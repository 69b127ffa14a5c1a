'use strict';
// util.inspect: custom inspect functions see depth, options and inspect; styles colour by kind.
const assert = require('assert');
const { inspect } = require('util');

const seen = [];
const value = {
  [inspect.custom](depth, options, given) {
    seen.push(depth, options.compact, typeof options.stylize, given);
    return options.stylize('custom', 'number');
  },
};
assert.strictEqual(inspect({ value }), '{ value: custom }');
assert.deepStrictEqual(seen, [1, 3, 'function', inspect]);
assert.strictEqual(inspect(value, { colors: true }), '\u001b[33mcustom\u001b[39m');
assert.strictEqual(inspect({ a: { [inspect.custom]: () => 'x\ny' } }), '{\n  a: x\n  y\n}');
assert.match(inspect(value, { customInspect: false }),
    /^\{\n {2}Symbol\(nodejs\.util\.inspect\.custom\): \[Function/);

const paint = (code, text, end = 39) => `\u001b[${code}m${text}\u001b[${end}m`;
assert.strictEqual(inspect(['a', 1, null, undefined, true, 1n, Symbol('s')],
    { colors: true, breakLength: 200 }),
                   `[ ${[paint(32, "'a'"), paint(33, 1), paint(1, 'null', 22),
                         paint(90, 'undefined'), paint(33, 'true'), paint(33, '1n'),
                         paint(32, 'Symbol(s)')].join(', ')} ]`);
assert.strictEqual(inspect(/a|b/, { colors: true }),
                   [[32, '/'], [33, 'a'], [35, '|'], [33, 'b'],
                       [32, '/']].map((pair) => paint(...pair)).join(''));
inspect.defaultOptions.depth = 0;
assert.strictEqual(inspect({ a: {}, b: { c: 1 } }), '{ a: {}, b: [Object] }');
inspect.defaultOptions.depth = 2;
