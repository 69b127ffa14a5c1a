'use strict';
// querystring: repeated keys, '+', broken escapes, limits and own separators.
const assert = require('assert');
const qs = require('querystring');

const parsed = (text, ...rest) => ({ ...qs.parse(text, ...rest) });
assert.deepStrictEqual(parsed('a=1&a=2&b&=c&&d=x=y'),
                       { 'a': ['1', '2'], 'b': '', '': 'c', 'd': 'x=y' });
assert.deepStrictEqual(parsed('a+b=%zz&c=%ff&d=%e4%bd%a0'),
                       { 'a b': '%zz', 'c': '\ufffd', 'd': '\u4f60' });
assert.deepStrictEqual(parsed('a;b;c', ';', null, { maxKeys: 2 }), { a: '', b: '' });
assert.deepStrictEqual(parsed('x:1, y:2', ', ', ':'), { x: '1', y: '2' });
assert.deepStrictEqual(parsed('a=1&b=2', []), { a: '' });
assert.deepStrictEqual(parsed('a=1;b', [], ';'), { 'a=1': '' });
assert.deepStrictEqual(parsed('a=1&b=2', '&', []), { '': ['a=1', 'b=2'] });
assert.strictEqual(Object.getPrototypeOf(qs.parse('')), null);

assert.strictEqual(qs.stringify({ a: [1, 'x y'], b: null, c: NaN, d: true, e: 2n, f: {} }),
                   'a=1&a=x%20y&b=&c=&d=true&e=2&f=');
assert.strictEqual(qs.escape('\u00e9~!\'()*'), '%C3%A9~!\'()*');
assert.throws(() => qs.escape('\ud800'), { name: 'URIError', code: 'ERR_INVALID_URI' });
