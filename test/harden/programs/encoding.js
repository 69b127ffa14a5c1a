'use strict';
const { step, text, thrown } = require('../harness.js');
const { TextDecoder, TextEncoder } = require('node:util');

step('encode', () => {
  const target = new Uint8Array(4);
  const { read, written } = new TextEncoder().encodeInto('héllo', target);
  return text(Buffer.from(new TextEncoder().encode('é€😀')).toString('hex'), read, written,
    new TextEncoder().encoding);
});
step('decode', () => text(new TextDecoder().decode(Buffer.from('é€😀')), new TextDecoder().decode(),
  new TextDecoder('latin1').decode(Buffer.from([0xe9])), new TextDecoder('utf-16le').decode(
    Buffer.from([0x61, 0, 0x62, 0])), new TextDecoder('utf8').encoding));
step('decode in parts', () => {
  const decoder = new TextDecoder();
  return text(decoder.decode(Buffer.from([0xe2, 0x82]), { stream: true }),
    decoder.decode(Buffer.from([0xac]), { stream: true }), decoder.decode());
});
step('byte order marks', () => text(
  new TextDecoder().decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61])),
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from([0xef, 0xbb, 0xbf,
    0x61])).length));
step('fatal', () => text(thrown(() => new TextDecoder('utf-8',
  { fatal: true }).decode(Buffer.from([0xff]))),
  new TextDecoder().decode(Buffer.from([0xff]))));
step('wrong arguments', () => text(thrown(() => new TextDecoder('bogus')),
  thrown(() => new TextDecoder().decode(5))));
step('properties', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return text(decoder.fatal, decoder.ignoreBOM, decoder.encoding);
});
