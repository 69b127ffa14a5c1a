'use strict';
// Every encoding gives back what was put in, whatever the length, and reads damaged text as far as
// it goes.
const assert = require('assert');

for (const length of [0, 1, 2, 3, 15, 16, 17, 47, 48, 49, 127, 1000, 5000, 70000]) {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++)
    bytes[i] = i * 131 + 7;
  for (const encoding of ['latin1', 'base64', 'base64url', 'hex']) {
    const text = bytes.toString(encoding);
    assert.ok(Buffer.from(text, encoding).equals(bytes), `${encoding} ${length}`);
    assert.strictEqual(Buffer.byteLength(text, encoding), length);
  }
  for (const text of ['x'.repeat(length), 'é'.repeat(length), '€'.repeat(length),
                      '😀'.repeat(length)]) {
    assert.strictEqual(Buffer.from(text).toString(), text);
    assert.strictEqual(Buffer.from(text, 'utf16le').toString('ucs2'), text);
    assert.strictEqual(Buffer.byteLength(text), Buffer.from(text).length);
    const target = Buffer.alloc(text.length * 3 + 2);
    assert.strictEqual(target.write(text, 1), Buffer.byteLength(text));
    assert.strictEqual(target.toString('utf8', 1, 1 + Buffer.byteLength(text)), text);
  }
}
assert.strictEqual(Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62]).toString(), 'a\ufffd\ufffdb');
assert.strictEqual(Buffer.from('a\ud83db').toString('hex'), '61efbfbd62');
assert.strictEqual(Buffer.from([0x61, 0xe1]).toString('ascii'), 'aa');
assert.strictEqual(Buffer.from('abcg12', 'hex').toString('hex'), 'ab');
assert.strictEqual(Buffer.from('YQ==YQ==', 'base64').toString(), 'a');

assert.strictEqual(Buffer.from('/+-_', 'base64url').toString('hex'), 'ffefbf');
assert.throws(() => Buffer.from('a', 'utf-7'), { code: 'ERR_UNKNOWN_ENCODING' });
// A short room takes whole characters.
assert.strictEqual(Buffer.alloc(4).write('a€€'), 4);
assert.strictEqual(Buffer.alloc(3).write('a€€'), 1);
