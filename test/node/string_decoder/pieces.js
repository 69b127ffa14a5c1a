'use strict';
// However bytes are cut into pieces, the decoder gives the text of the whole.
const assert = require('assert');
const { StringDecoder } = require('string_decoder');

const samples = {
  'utf8': [Buffer.from('aé€😀z'), Buffer.from([0x61, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0xff, 0xc3])],
  'utf16le': [Buffer.from('aé€😀z', 'utf16le')],
  'base64': [Buffer.from('abcdefgh')],
  'base64url': [Buffer.from([255, 254, 253, 252])],
  'hex': [Buffer.from('abc')],
};
for (const encoding in samples) {
  for (const bytes of samples[encoding]) {
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const decoder = new StringDecoder(encoding);
        const text = decoder.write(bytes.subarray(0, first)) +
          decoder.write(bytes.subarray(first, second)) +
          decoder.end(bytes.subarray(second));
        assert.strictEqual(text, bytes.toString(encoding), `${encoding} ${first} ${second}`);
      }
    }
  }
}
const decoder = new StringDecoder();
assert.strictEqual(decoder.write(Buffer.from([0xe2, 0x82])), '');
assert.deepStrictEqual([decoder.lastNeed, decoder.lastTotal], [1, 3]);
assert.strictEqual(decoder.end(), '\ufffd');
assert.throws(() => new StringDecoder('none'), { code: 'ERR_UNKNOWN_ENCODING' });
assert.throws(() => decoder.write(5), { code: 'ERR_INVALID_ARG_TYPE' });
