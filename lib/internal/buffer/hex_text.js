'use strict';
// Longer hexadecimal text. The engine's toHex() takes 2 ns per byte, its toBase64() a sixth of
// that. Each hexadecimal digit is also a digit of base64, so there are bytes whose base64 is the
// text that is wanted: 12 bits for each byte given.
//
// (1) Two bytes become three. They are looked up in tables that have these bits where little-endian
//     words want them, `first` for the first of two bytes, `second` for the other.
// (2) Only what is called in one go lies on the desk.

const { Int32Array, Uint8Array, Uint8ArrayPrototypeToBase64 } = primordials;
const HEX_DIGITS = '0123456789abcdef';

const MOST = 2048;    // bytes; above this C is as fast
const desk = new Uint8Array(MOST / 2 * 3);
const words = new Int32Array(desk.buffer);
const first = new Int32Array(256);
const second = new Int32Array(256);
for (let i = 0; i < 256; i++) {
  const value = (digit) => digit + (digit < 10 ? 52 : 16);    // 'a' is 26 in base64, '0' is 52
  const bits = value(i >> 4) << 6 | value(i & 15);
  first[i] = bits >> 4 | (bits & 15) << 12;
  second[i] = bits & 0xf00 | (bits & 0xff) << 16;
}

// Eight bytes at a time become three words, then two become three bytes.
function lay(buf, start, end) {
  let at = 0;
  let i = start;
  for (; i + 8 <= end; i += 8, at += 3) {
    const a = first[buf[i]] | second[buf[i + 1]];
    const b = first[buf[i + 2]] | second[buf[i + 3]];
    const c = first[buf[i + 4]] | second[buf[i + 5]];
    const d = first[buf[i + 6]] | second[buf[i + 7]];
    words[at] = a | b << 24;
    words[at + 1] = b >>> 8 | c << 16;
    words[at + 2] = c >>> 16 | d << 8;
  }
  at *= 4;
  for (; i + 2 <= end; i += 2, at += 3) {
    const a = first[buf[i]] | second[buf[i + 1]];
    desk[at] = a;
    desk[at + 1] = a >>> 8;
    desk[at + 2] = a >>> 16;
  }
  return at;
}

// A program asks again and again for text of the same length: a view costs a third of the whole.
let laid = new Uint8Array(0);

function hexText(buf, start, end) {
  const length = lay(buf, start, end);
  if (laid.length !== length)
    laid = new Uint8Array(desk.buffer, 0, length);
  const text = Uint8ArrayPrototypeToBase64.call(laid);
  if ((end - start) % 2 === 0)
    return text;
  const last = buf[end - 1];
  return text + HEX_DIGITS[last >> 4] + HEX_DIGITS[last & 15];
}

module.exports = { MOST, hexText };
