'use strict';
// URLSearchParams reads and writes forms, and stays one with the URL it belongs to.
const assert = require('assert');

assert.deepStrictEqual([...new URLSearchParams('?a=1&b=%20+&&c&%ff=%')],
                       [['a', '1'], ['b', '  '], ['c', ''], ['\ufffd', '%']]);
assert.strictEqual(new URLSearchParams([['ä', "~!'()* "]]).toString(), '%C3%A4=%7E%21%27%28%29*+');
assert.strictEqual(new URLSearchParams({ a: 1, b: [2, 3] }).toString(), 'a=1&b=2%2C3');
assert.strictEqual(new URLSearchParams(new Map([['x', 'y']])).get('x'), 'y');
assert.throws(() => new URLSearchParams([['a']]), { code: 'ERR_INVALID_TUPLE' });

const url = new URL('http://h/?b=2&a=1&b=3#f');
const { searchParams: params } = url;
assert.strictEqual(url.searchParams, params);
assert.strictEqual(params.size, 3);
assert.deepStrictEqual(params.getAll('b'), ['2', '3']);
assert.strictEqual(params.has('b', '4'), false);
params.set('b', 'x y');
assert.strictEqual(url.href, 'http://h/?b=x+y&a=1#f');
params.append('\ud800', '');
params.sort();
assert.strictEqual(url.search, '?a=1&b=x+y&%EF%BF%BD=');
params.delete('b', 'other');
params.delete('\ufffd');
params.delete('b');
params.delete('a');
assert.strictEqual(url.href, 'http://h/#f');
url.search = 'q=1';
assert.deepStrictEqual([...params.entries()], [['q', '1']]);
assert.strictEqual(require('util').inspect(params), "URLSearchParams { 'q' => '1' }");
assert.throws(() => params.get(), { code: 'ERR_MISSING_ARGS' });
assert.throws(() => params.keys.call({}), { code: 'ERR_INVALID_THIS' });
