'use strict';
// setEncoding() joins characters that arrive in pieces, also at the end of the stream.
const assert = require('assert');
const { Readable } = require('stream');

const bytes = Buffer.from('aß€🎉z');
const stream = new Readable({ read() {} });
stream.setEncoding('utf8');
let text = '';
stream.on('data', (part) => {
  assert.strictEqual(typeof part, 'string');
  assert.ok(!part.includes('\ufffd'));
  text += part;
});
for (const byte of bytes)
  stream.push(Buffer.from([byte]));
stream.push(null);

const cut = new Readable({ read() {}, encoding: 'utf8' });
cut.push(Buffer.from([0x61, 0xe2, 0x82]));
cut.push(null);
cut.on('data', (part) => { cut.text = (cut.text ?? '') + part; });
process.on('exit', () => {
  assert.strictEqual(text, 'aß€🎉z');
  assert.strictEqual(cut.text, 'a\ufffd');
});
