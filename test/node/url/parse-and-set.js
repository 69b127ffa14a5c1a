'use strict';
// A URL is normalised when it is read, and a setter that does not fit changes nothing.
const assert = require('assert');

for (const [input, base, href] of [
  ['HTTP://EXAMPLE.com:80/a/../b', undefined, 'http://example.com/b'],
  ['http://ex%61mple/ \t', undefined, 'http://example/'],
  ['http://0x7f.1/', undefined, 'http://127.0.0.1/'],
  ['http://[1:0:0:0::1]/', undefined, 'http://[1::1]/'],
  ['http://bücher.example/ä?ß#ü', undefined, 'http://xn--bcher-kva.example/%C3%A4?%C3%9F#%C3%BC'],
  ['../x?y', 'http://a/b/c/d', 'http://a/b/x?y'],
  ['//h', 'https://a/', 'https://h/'],
  ['file:c|/x', undefined, 'file:///c:/x'],
  ['mailto:a b', undefined, 'mailto:a b'],
  ['#f', 'data:x', 'data:x#f'],
  ['web+demo:/.//path', undefined, 'web+demo:/.//path'],
])
  assert.strictEqual(new URL(input, base).href, href);

for (const bad of ['', 'x', 'http://', 'http://a b', 'http://a:99999', 'http://1.2.3.256',
                   'http://[::1', 'https://%00']) {
  assert.throws(() => new URL(bad),
                { code: 'ERR_INVALID_URL', name: 'TypeError', message: 'Invalid URL', input: bad });
  assert.strictEqual(URL.canParse(bad), false);
  assert.strictEqual(URL.parse(bad), null);
}

const url = new URL('http://u:p@h:8/a?b#c');
for (const [part, value, href] of [
  ['protocol', 'https', 'https://u:p@h:8/a?b#c'],
  ['protocol', 'foo', 'https://u:p@h:8/a?b#c'],
  ['username', 'x@', 'https://x%40:p@h:8/a?b#c'],
  ['password', '', 'https://x%40@h:8/a?b#c'],
  ['host', 'i:9', 'https://x%40@i:9/a?b#c'],
  ['hostname', 'j:1', 'https://x%40@i:9/a?b#c'],
  ['port', '443', 'https://x%40@i/a?b#c'],
  ['pathname', '../?#', 'https://x%40@i/%3F%23?b#c'],
  ['search', '', 'https://x%40@i/%3F%23#c'],
  ['hash', '', 'https://x%40@i/%3F%23'],
]) {
  url[part] = value;
  assert.strictEqual(url.href, href, part);
}
assert.throws(() => { url.href = 'nothing'; }, { code: 'ERR_INVALID_URL' });
assert.strictEqual(url.origin, 'https://i');
assert.strictEqual(new URL('blob:https://a:1/x').origin, 'https://a:1');
