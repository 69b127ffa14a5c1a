'use strict';
// TextDecoder reads UTF-8, UTF-16 and the old encodings, whole or in pieces, strictly or not.
const assert = require('assert');

const utf8 = new TextEncoder().encode('\ufeffaé€😀');
assert.strictEqual(new TextDecoder().decode(utf8), 'aé€😀');
assert.strictEqual(new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8), '\ufeffaé€😀');
for (const [label, bytes, text] of [
  ['utf-16le', [0x61, 0, 0x3d, 0xd8, 0, 0xde], 'a😀'],
  ['utf-16be', [0, 0x61, 0xd8, 0x3d, 0xde, 0], 'a😀'],
  ['latin1', [0x80, 0xe9], '€é'], ['shift_jis', [0x82, 0xa0], 'あ'], ['koi8-r', [0xc1], 'а'],
  ['gbk', [0xc4, 0xe3], '你'], ['euc-kr', [0xb0, 0xa1], '가'], ['utf8', [0xe2, 0x82, 0xac], '€'],
]) {
  assert.strictEqual(new TextDecoder(label).decode(new Uint8Array(bytes)), text, label);
  const decoder = new TextDecoder(label, { fatal: true });
  let pieces = '';
  for (const byte of bytes)
    pieces += decoder.decode(Uint8Array.of(byte), { stream: true });
  assert.strictEqual(pieces + decoder.decode(), text, `${label} in pieces`);
}
for (const [label, bytes] of [['utf-8', [0xc3]], ['utf-8', [0xff]], ['utf-16le', [0, 0xd8]],
                              ['utf-16be', [0]]]) {
  assert.strictEqual(new TextDecoder(label).decode(new Uint8Array(bytes)), '\ufffd');
  assert.throws(() => new TextDecoder(label, { fatal: true }).decode(new Uint8Array(bytes)),
                { code: 'ERR_ENCODING_INVALID_ENCODED_DATA', name: 'TypeError' });
}
// ICU has control characters of its own in this one.
assert.strictEqual(new TextDecoder('ibm866').decode(new Uint8Array([0x1a, 0x1c, 0x7f, 0x80])),
                   '\x1a\x1c\x7f\u0410');
assert.strictEqual(new TextDecoder(' ASCII\n').encoding, 'windows-1252');
assert.throws(() => new TextDecoder('none'),
              { code: 'ERR_ENCODING_NOT_SUPPORTED', name: 'RangeError' });
assert.deepStrictEqual(new TextEncoder().encodeInto('a€b', new Uint8Array(3)),
                       { read: 1, written: 1 });
assert.strictEqual(atob(btoa('\xff\x00abc')), '\xff\x00abc');
assert.throws(() => btoa('€'), { name: 'InvalidCharacterError' });
assert.throws(() => atob('a'), { name: 'InvalidCharacterError' });
