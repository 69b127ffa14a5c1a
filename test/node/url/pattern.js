'use strict';
// A URLPattern matches component by component, and its own text is its normal form.
const assert = require('assert');
const { URLPattern } = require('url');

const pattern = new URLPattern('https://*.example.com/books/:id(\\d+)/{page-:page}?');
assert.strictEqual(pattern.hostname, '*.example.com');
assert.strictEqual(pattern.pathname, '/books/:id(\\d+)/{page-:page}?');
assert.strictEqual(pattern.hasRegExpGroups, true);
assert.strictEqual(pattern.test('https://www.example.com/books/12/page-3'), true);
assert.strictEqual(pattern.test('https://www.example.com/books/x/'), false);
assert.strictEqual(pattern.test('http://www.example.com/books/12/'), false);

const { pathname, hostname, inputs } = pattern.exec('/books/7/', 'https://a.example.com');
assert.strictEqual(pathname.groups.id, '7');
assert.strictEqual(pathname.groups.page, undefined);
assert.deepStrictEqual(hostname, { input: 'a.example.com', groups: { 0: 'a' } });
assert.deepStrictEqual(inputs, ['/books/7/', 'https://a.example.com']);
assert.strictEqual(pattern.exec('nothing'), null);

const folded = new URLPattern({ pathname: '/Ä/:rest*' }, { ignoreCase: true });
assert.strictEqual(folded.pathname, '/%C3%84/:rest*');
assert.strictEqual(folded.exec({ pathname: '/%c3%84/x/y' }).pathname.groups.rest, 'x/y');
assert.strictEqual(new URLPattern({ protocol: 'https', port: '443' }).port, '');

for (const bad of ['/relative', 'https://(a', 'https://{a', 'https://a/:a/:a', 'https://a/(é)'])
  assert.throws(() => new URLPattern(bad), { code: 'ERR_INVALID_URL_PATTERN', name: 'TypeError' });
assert.throws(() => URLPattern('x'), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
assert.throws(() => pattern.test({}, 'https://a'), { code: 'ERR_OPERATION_FAILED' });

// No port in the pattern: any will do. What exec() gives stands by the alphabet.
const anywhere = new URLPattern({ pathname: '/:name' });
assert.strictEqual(anywhere.port, '*');
assert.strictEqual(anywhere.test('https://a.example:8080/x'), true);
assert.deepStrictEqual(Object.keys(anywhere.exec('http://a/x')), [
  'hash', 'hostname', 'inputs', 'password', 'pathname', 'port', 'protocol', 'search', 'username']);
