'use strict';
const { step, text, thrown } = require('../harness.js');
const { StringDecoder } = require('node:string_decoder');

const parts = (encoding, a, b) => {
  const decoder = new StringDecoder(encoding);
  return text(decoder.write(Buffer.from(a)), decoder.write(Buffer.from(b)), decoder.end());
};
step('utf8', () => parts('utf8', [0x61, 0xe2, 0x82], [0xac, 0xf0]));
step('default', () => parts(undefined, [0xc3], [0xa9]));
step('utf16', () => parts('utf16le', [0x61, 0, 0x3d], [0xd8, 0x00, 0xde]));
step('base64', () => parts('base64', [1, 2, 3, 4], [5]));
step('hex', () => parts('hex', [1, 2], [255]));
step('latin1', () => parts('latin1', [0xe9], [0x61]));
step('properties', () => text(new StringDecoder('UCS-2').encoding, new StringDecoder().lastNeed,
  new StringDecoder().end(Buffer.from('x'))));
step('wrong arguments', () => text(thrown(() => new StringDecoder('bogus')),
  thrown(() => new StringDecoder().write(5))));
