'use strict';
// A path and its file URL lead to each other, whatever characters the path has.
const assert = require('assert');
const url = require('url');

for (const path of ['/', '/a b', '/%41', '/a?b#c', '/ü~[x]^|', '/line\nbreak', '/back\\slash',
                    '/dir/'])
  assert.strictEqual(url.fileURLToPath(url.pathToFileURL(path)), path);
assert.strictEqual(url.pathToFileURL('C:\\a b\\', { windows: true }).href, 'file:///C:/a%20b/');
assert.strictEqual(url.pathToFileURL('\\\\nas\\share\\x', { windows: true }).href,
                   'file://nas/share/x');
assert.strictEqual(url.fileURLToPath('file://nas/share/x', { windows: true }), '\\\\nas\\share\\x');
assert.deepStrictEqual(url.fileURLToPathBuffer('file:///%ff%20x'), Buffer.from([47, 255, 32, 120]));
assert.throws(() => url.fileURLToPath('http://a/'), { code: 'ERR_INVALID_URL_SCHEME' });
assert.throws(() => url.fileURLToPath('file://host/a'), { code: 'ERR_INVALID_FILE_URL_HOST' });
assert.throws(() => url.fileURLToPath('file:///a%2Fb'), { code: 'ERR_INVALID_FILE_URL_PATH' });
assert.throws(() => url.fileURLToPath(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => url.pathToFileURL(5), { code: 'ERR_INVALID_ARG_TYPE' });

const options = url.urlToHttpOptions(new URL('http://a%20b:c@[::1]:81/p?q#h'));
assert.deepStrictEqual({ ...options }, {
  protocol: 'http:', hostname: '::1', hash: '#h', search: '?q', pathname: '/p', path: '/p?q',
  href: 'http://a%20b:c@[::1]:81/p?q#h', port: 81, auth: 'a b:c',
});
assert.strictEqual(url.domainToASCII('español.com'), 'xn--espaol-zwa.com');
assert.strictEqual(url.domainToUnicode('xn--espaol-zwa.com'), 'español.com');
assert.strictEqual(url.domainToASCII('xn--iñvalid.com'), '');
