'use strict';
// The older url.parse(), format() and resolve() cut and join as programs have known them.
process.noDeprecation = true;
const assert = require('assert');
const url = require('url');

assert.deepStrictEqual({ ...url.parse('HTTP://u:p%40@Ex.com:8/a b?c#d') }, {
  protocol: 'http:', slashes: true, auth: 'u:p@', host: 'ex.com:8', port: '8', hostname: 'ex.com',
  hash: '#d', search: '?c', query: 'c', pathname: '/a%20b', path: '/a%20b?c',
  href: 'http://u:p%40@ex.com:8/a%20b?c#d',
});
assert.strictEqual(url.parse('//h/p').host, null);
assert.strictEqual(url.parse('//h/p', false, true).host, 'h');
assert.strictEqual(url.parse('/x?a=1&a=2', true).query.a.join(), '1,2');
assert.strictEqual(url.parse('javascript:a b').pathname, 'a b');
assert.throws(() => url.parse('http://a:b/'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => url.parse('http://a\u2100/'), { code: 'ERR_INVALID_URL' });
assert.throws(() => url.parse(5), { code: 'ERR_INVALID_ARG_TYPE' });

assert.strictEqual(url.format({ protocol: 'http', hostname: '::1', port: 1, pathname: 'a?',
                                query: { b: 1 } }),
                   'http://[::1]:1/a%3F?b=1');
assert.strictEqual(url.format(new URL('http://u@xn--bcher-kva.de/?q#h'),
                              { auth: false, unicode: true, search: false }),
                   'http://bücher.de/#h');
for (const [from, to, result] of [
  ['http://a/b/c?d', '../e', 'http://a/e'],
  ['http://a/b', '//c', 'http://c/'],
  ['/one/two', '../../../x', '/x'],
  ['one/two', '../../../x', '../../x'],
  ['http://a/b', 'https:/p/q', 'https://p/q'],
  ['mailto:a@b', 'c@d', 'mailto:c@d'],
  ['foo:a/b', '../c', 'foo:c'],
])
  assert.strictEqual(url.resolve(from, to), result);
