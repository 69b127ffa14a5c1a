'use strict';
// indexOf, lastIndexOf and includes agree with what strings say, from any offset and in any
// encoding.
const assert = require('assert');

const text = 'the cat sat on the mat, the end';
const buf = Buffer.from(text);
for (const needle of ['the', 'a', 'end', ', ', 'cat sat', 'dog', text, `${text}!`]) {
  for (let offset = 0; offset <= text.length; offset++) {
    assert.strictEqual(buf.indexOf(needle, offset), text.indexOf(needle, offset),
                       `${needle} ${offset}`);
    assert.strictEqual(buf.lastIndexOf(needle, offset), text.lastIndexOf(needle, offset),
                       `${needle} ${offset}`);
    assert.strictEqual(buf.indexOf(Buffer.from(needle), offset), text.indexOf(needle, offset));
  }
}
assert.strictEqual(buf.indexOf('t', -3), -1);
assert.strictEqual(buf.indexOf('e', -3), text.length - 3);
assert.strictEqual(buf.indexOf(0x63), 4);
assert.strictEqual(buf.lastIndexOf(0x74 + 256), text.lastIndexOf('t'));
assert.strictEqual(buf.indexOf('', 3), 3);
assert.strictEqual(buf.indexOf('', 100), buf.length);
assert.ok(buf.includes('mat') && !buf.includes('mat', 20));
assert.strictEqual(buf.indexOf('6361', 'hex'), 4);
// UTF-16 matches at whole units only.
const wide = Buffer.from('abcb', 'utf16le');
assert.strictEqual(wide.indexOf('b', 'utf16le'), 2);
assert.strictEqual(wide.lastIndexOf('b', 'utf16le'), 6);
assert.strictEqual(Buffer.from([0, 0x61, 0, 0x62]).indexOf('a', 'utf16le'), -1);
const long = Buffer.alloc(100000, 'ab');
long.write('abb', 99990);
assert.strictEqual(long.indexOf('abb'), 99990);
assert.strictEqual(long.lastIndexOf(0x62), 99999);
assert.throws(() => buf.indexOf({}), { code: 'ERR_INVALID_ARG_TYPE' });
