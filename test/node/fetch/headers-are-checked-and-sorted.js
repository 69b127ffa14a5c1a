'use strict';
// Headers: names and values are checked, joined, trimmed and iterated in order.
const assert = require('assert');

const headers = new Headers([['b', '1'], ['A', ' x\t'], ['a', 'y'], ['Set-Cookie', 'q'],
                             ['set-cookie', 'r']]);
assert.deepStrictEqual([...headers], [['a', 'x, y'], ['b', '1'], ['set-cookie', 'q'],
                                      ['set-cookie', 'r']]);
assert.deepStrictEqual([...headers.keys()], ['a', 'b', 'set-cookie', 'set-cookie']);
assert.strictEqual(headers.get('set-cookie'), 'q, r');
assert.strictEqual(headers.get('none'), null);
headers.set('SET-cookie', 'only');
assert.deepStrictEqual(headers.getSetCookie(), ['only']);
headers.delete('a');
assert.strictEqual(headers.has('A'), false);
const seen = [];
headers.forEach(function(value, name, all) { seen.push([name, value, all === headers, this.x]); },
                { x: 1 });
assert.deepStrictEqual(seen[0], ['b', '1', true, 1]);
for (const bad of ['', 'a b', 'ä', 'a:', 'a\n'])
  assert.throws(() => new Headers([[bad, 'x']]), TypeError);
for (const bad of ['a\nb', 'a\rb', 'a\0b', '\u20ac'])
  assert.throws(() => headers.set('x', bad), TypeError);
assert.throws(() => new Headers([['a']]), TypeError);
assert.throws(() => new Headers(5), TypeError);
assert.throws(() => Headers.prototype.get.call({}, 'a'), { code: 'ERR_INVALID_THIS' });
assert.deepStrictEqual([...new Headers(new Map([['x', 'y']]))], [['x', 'y']]);
assert.deepStrictEqual([...new Headers({ 'z': 1, 'Y': 2 })], [['y', '2'], ['z', '1']]);
assert.strictEqual(`${headers}`, '[object Headers]');
// Changes show while it is iterated.
const live = new Headers({ a: '1', b: '2' });
const names = [];
for (const [name] of live) {
  names.push(name);
  live.delete('b');
}
assert.deepStrictEqual(names, ['a']);
