'use strict';
// util.parseEnv, MIMEType, diff, getSystemErrorName, toUSVString: one example of each rule.
const assert = require('assert');
const util = require('util');

assert.deepEqual(util.parseEnv('A=1 # one\nexport B="x\\ny"\nC=\'#\'\n# no\nD=\n E = e '),
                 { A: '1', B: 'x\ny', C: '#', D: '', E: 'e' });
const mime = new util.MIMEType('Text/HTML; charset="utf-8"; q=a b');
assert.strictEqual(mime.essence, 'text/html');
assert.strictEqual(mime.params.get('charset'), 'utf-8');
assert.strictEqual(`${mime}`, 'text/html;charset=utf-8;q="a b"');
assert.throws(() => new util.MIMEType('text'), { code: 'ERR_INVALID_MIME_SYNTAX' });
assert.deepStrictEqual(util.diff('abc', 'axc'), [[0, 'a'], [1, 'b'], [-1, 'x'], [0, 'c']]);
assert.deepStrictEqual(util.diff('same', 'same'), []);
assert.strictEqual(util.getSystemErrorName(-2), 'ENOENT');
assert.strictEqual(util.getSystemErrorMessage(-2), 'no such file or directory');
assert.throws(() => util.getSystemErrorName(2), { code: 'ERR_OUT_OF_RANGE' });
assert.strictEqual(util.toUSVString('a\ud800'), 'a\ufffd');
const site = util.getCallSites(1)[0];
assert.strictEqual(site.scriptName, __filename);
assert.strictEqual(site.lineNumber, 19);
