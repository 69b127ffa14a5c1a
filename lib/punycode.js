'use strict';
// punycode (deprecated): RFC 3492, and the domain names of RFC 3490 made of it.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, MathFloor, MathMax, ReflectApply, RegExpPrototypeExec,
  SafeRegExp, StringFromCharCode, StringFromCodePoint, StringPrototypeCharCodeAt,
  StringPrototypeCodePointAt, StringPrototypeLastIndexOf, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = primordials;
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_INT = 0x7FFFFFFF;

const NON_ASCII = /[^\0-\x7F]/;
const SEPARATORS = new SafeRegExp(/[\x2E\u3002\uFF0E\uFF61]/g);
const MESSAGES = {
  '__proto__': null,
  'overflow': 'Overflow: input needs wider integers to process',
  'not-basic': 'Illegal input >= 0x80 (not a basic code point)',
  'invalid-input': 'Invalid input',
};

function fail(kind) {
  throw new primordials.RangeError(MESSAGES[kind]);
}

const ucs2 = {
  decode: function ucs2decode(string) {
    const points = [];
    for (let i = 0; i < string.length;) {
      const point = StringPrototypeCodePointAt.call(string, i);
      ArrayPrototypePush.call(points, point);
      i += point > 0xFFFF ? 2 : 1;
    }
    return points;
  },
  encode: function ucs2encode(codePoints) {
    return ReflectApply(StringFromCodePoint, undefined, codePoints);
  },
};

function adapt(delta, count, first) {
  let k = 0;
  delta = first ? MathFloor(delta / DAMP) : delta >> 1;
  delta += MathFloor(delta / count);
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE)
    delta = MathFloor(delta / (BASE - T_MIN));
  return k + MathFloor((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

const threshold = (k, bias) => (k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias);
const toDigit = (value) => StringFromCharCode(value + (value < 26 ? 97 : 22));

function fromDigit(code) {
  if (code >= 48 && code <= 57)
    return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : BASE;
}

// splice() would ask the program's Array for its species.
function insert(list, at, value) {
  ArrayPrototypePush.call(list, value);
  for (let i = list.length - 1; i > at; i--)
    list[i] = list[i - 1];
  list[at] = value;
}

function decode(input) {
  const out = [];
  const basic = MathMax(StringPrototypeLastIndexOf.call(input, '-'), 0);
  for (let j = 0; j < basic; j++) {
    if (StringPrototypeCharCodeAt.call(input, j) >= 0x80)
      fail('not-basic');
    ArrayPrototypePush.call(out, StringPrototypeCharCodeAt.call(input, j));
  }

  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (at >= input.length)
        fail('invalid-input');
      const digit = fromDigit(StringPrototypeCharCodeAt.call(input, at++));
      if (digit >= BASE)
        fail('invalid-input');
      if (digit > MathFloor((MAX_INT - i) / weight))
        fail('overflow');
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t)
        break;
      if (weight > MathFloor(MAX_INT / (BASE - t)))
        fail('overflow');
      weight *= BASE - t;
    }
    const count = out.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (MathFloor(i / count) > MAX_INT - n)
      fail('overflow');
    n += MathFloor(i / count);
    i %= count;
    insert(out, i++, n);
  }
  return ReflectApply(StringFromCodePoint, undefined, out);
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
    q = MathFloor((q - t) / (BASE - t));
  }
}

function encode(input) {
  const points = ucs2.decode(input);
  let out = '';
  for (let i = 0; i < points.length; i++) {
    if (points[i] < 0x80)
      out += StringFromCharCode(points[i]);
  }
  const basic = out.length;
  let handled = basic;
  if (handled > 0)
    out += '-';

  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < points.length) {
    let next = MAX_INT;
    for (let i = 0; i < points.length; i++) {
      if (points[i] >= n && points[i] < next)
        next = points[i];
    }
    if (next - n > MathFloor((MAX_INT - delta) / (handled + 1)))
      fail('overflow');
    delta += (next - n) * (handled + 1);
    n = next;
    for (let i = 0; i < points.length; i++) {
      const point = points[i];
      if (point < n && ++delta > MAX_INT)
        fail('overflow');
      if (point === n) {
        out += writeDelta(delta, bias);
        bias = adapt(delta, handled + 1, handled === basic);
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
  const at = StringPrototypeSplit.call(domain, '@');
  const prefix = at.length > 1 ? `${at[0]}@` : '';
  const name = StringPrototypeReplace.call(at.length > 1 ? at[1] : domain, SEPARATORS, '\x2E');
  const labels = StringPrototypeSplit.call(name, '.');
  for (let i = 0; i < labels.length; i++)
    labels[i] = change(labels[i]);
  return prefix + ArrayPrototypeJoin.call(labels, '.');
}

module.exports = {
  version: '2.1.0',
  ucs2,
  decode,
  encode,
  toASCII: function toASCII(input) {
    return mapLabels(input, (label) =>
      (RegExpPrototypeExec.call(NON_ASCII, label) !== null ? `xn--${encode(label)}` : label));
  },
  toUnicode: function toUnicode(input) {
    return mapLabels(input, (label) =>
      (StringPrototypeStartsWith.call(label, 'xn--') ?
        decode(StringPrototypeToLowerCase.call(StringPrototypeSlice.call(label, 4))) : label));
  },
};
