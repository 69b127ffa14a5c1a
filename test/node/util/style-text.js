'use strict';
// util.styleText: names, lists, hex colours, styles inside styles; stripVTControlCharacters takes
// them off.
const assert = require('assert');
const { styleText, stripVTControlCharacters } = require('util');

const style = (format, text) => styleText(format, text, { validateStream: false });
assert.strictEqual(style('red', 'x'), '\u001b[31mx\u001b[39m');
assert.strictEqual(style(['bold', 'red'], 'x'), '\u001b[1m\u001b[31mx\u001b[39m\u001b[22m');
assert.strictEqual(style('#fc0', 'x'), '\u001b[38;2;255;204;0mx\u001b[39m');
assert.strictEqual(style('none', 'x'), 'x');
assert.strictEqual(style('red', `a${style('blue', 'b')}c`),
    '\u001b[31ma\u001b[34mb\u001b[31mc\u001b[39m');
assert.strictEqual(style('dim', `a${style('bold', 'b')}c`),
    '\u001b[2ma\u001b[1mb\u001b[22m\u001b[2mc\u001b[22m');
assert.throws(() => style('nope', 'x'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => style('#12', 'x'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => style('red', 1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.strictEqual(stripVTControlCharacters(style(['bold', '#123456'], 'x')), 'x');
assert.strictEqual(stripVTControlCharacters('\u001b]8;;http://a\u0007link\u001b]8;;\u0007'),
    'link');
