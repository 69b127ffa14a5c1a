'use strict';
// punycode (deprecated): RFC 3492, and the domain names of RFC 3490 made of it.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_INT = 0x7FFFFFFF;

const NON_ASCII = /[^\0-\x7F]/;
const SEPARATORS = /[\x2E\u3002\uFF0E\uFF61]/g;
const MESSAGES = {
  'overflow': 'Overflow: input needs wider integers to process',
  'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
  'invalid-input': 'Invalid input',
};

function fail(kind) {
  throw new RangeError(MESSAGES[kind]);
}

const ucs2 = {
  decode: function ucs2decode(string) {
    return Array.from(string, (char) => char.codePointAt(0));
  },
  encode: function ucs2encode(codePoints) {
    return String.fromCodePoint(...codePoints);
  },
};

function adapt(delta, count, first) {
  let k = 0;
  delta = first ? Math.floor(delta / DAMP) : delta >> 1;
  delta += Math.floor(delta / count);
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE)
    delta = Math.floor(delta / (BASE - T_MIN));
  return k + Math.floor((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);
const toDigit = (value) => String.fromCharCode(value + (value < 26 ? 97 : 22));

function fromDigit(code) {
  if (code >= 48 && code <= 57)
    return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : BASE;
}

function decode(input) {
  const out = [];
  const basic = Math.max(input.lastIndexOf('-'), 0);
  for (let j = 0; j < basic; j++) {
    if (input.charCodeAt(j) >= 0x80)
      fail('not-basic');
    out.push(input.charCodeAt(j));
  }

  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (at >= input.length)
        fail('invalid-input');
      const digit = fromDigit(input.charCodeAt(at++));
      if (digit >= BASE)
        fail('invalid-input');
      if (digit > Math.floor((MAX_INT - i) / weight))
        fail('overflow');
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t)
        break;
      if (weight > Math.floor(MAX_INT / (BASE - t)))
        fail('overflow');
      weight *= BASE - t;
    }
    const count = out.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (Math.floor(i / count) > MAX_INT - n)
      fail('overflow');
    n += Math.floor(i / count);
    i %= count;
    out.splice(i++, 0, n);
  }
  return String.fromCodePoint(...out);
}

// One number of the delta sequence, in digits whose weights depend on the bias.
function writeDelta(delta, bias) {
  let text = '';
  let q = delta;
  for (let k = BASE; ; k += BASE) {
    const t = threshold(k, bias);
    if (q < t)
      return text + toDigit(q);
    text += toDigit(t + (q - t) % (BASE - t));
    q = Math.floor((q - t) / (BASE - t));
  }
}

function encode(input) {
  const points = ucs2.decode(input);
  const basic = points.filter((point) => point < 0x80);
  let out = String.fromCharCode(...basic);
  let handled = basic.length;
  if (handled > 0)
    out += '-';

  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    const later = points.filter((point) => point >= n);
    const next = later.reduce((least, point) => (point < least ? point : least), MAX_INT);
    if (next - n > Math.floor((MAX_INT - delta) / (handled + 1)))
      fail('overflow');
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n && ++delta > MAX_INT)
        fail('overflow');
      if (point === n) {
        out += writeDelta(delta, bias);
        bias = adapt(delta, handled + 1, handled === basic.length);
        delta = 0;
        ++handled;
      }
    }
    ++delta;
    ++n;
  }
  return out;
}

// Of an e-mail address only what follows the @ is a domain name.
function mapLabels(domain, change) {
  const at = domain.split('@');
  const prefix = at.length > 1 ? `${at[0]}@` : '';
  const name = (at.length > 1 ? at[1] : domain).replace(SEPARATORS, '\x2E');
  return prefix + name.split('.').map(change).join('.');
}

module.exports = {
  version: '2.1.0',
  ucs2,
  decode,
  encode,
  toASCII: function toASCII(input) {
    return mapLabels(input, (label) => (NON_ASCII.test(label) ? `xn--${encode(label)}` : label));
  },
  toUnicode: function toUnicode(input) {
    return mapLabels(input, (label) =>
      (label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label));
  },
};
