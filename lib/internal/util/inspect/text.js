'use strict';
// Strings, numbers and symbols as source text.

const {
  NumberPrototypeToString, RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeIncludes,
  StringPrototypePadStart, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeToUpperCase, SymbolPrototypeToString,
} = primordials;
const PLAIN = /^[^\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]*$/;
const SHORT = { '__proto__': null, '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f',
                '\r': '\\r', '\\': '\\\\' };

function escapeOne(char) {
  const code = StringPrototypeCharCodeAt.call(char, 0);
  if (code > 0xff)
    return `\\u${NumberPrototypeToString.call(code, 16)}`;
  const digits = StringPrototypeToUpperCase.call(NumberPrototypeToString.call(code, 16));
  return SHORT[char] ?? `\\x${StringPrototypePadStart.call(digits, 2, '0')}`;
}

// With the u flag only a lone surrogate matches.
const ESCAPED = /[\x00-\x1f\\\x7f-\x9f\ud800-\udfff]/gu;

function escapeAll(text) {
  let escaped = '';
  let from = 0;
  ESCAPED.lastIndex = 0;
  for (let found; (found = RegExpPrototypeExec.call(ESCAPED, text)) !== null;) {
    escaped += StringPrototypeSlice.call(text, from, found.index) + escapeOne(found[0]);
    from = found.index + 1;
  }
  return escaped + StringPrototypeSlice.call(text, from);
}

// Uses the first kind of quote that needs no escape, else the first kind.
function quote(text) {
  if (RegExpPrototypeExec.call(PLAIN, text) !== null)
    return `'${text}'`;
  const escaped = escapeAll(text);
  const has = (part) => StringPrototypeIncludes.call(text, part);
  if (!has("'"))
    return `'${escaped}'`;
  if (!has('"'))
    return `"${escaped}"`;
  if (!has('`') && !has('${'))
    return `\`${escaped}\``;
  return `'${StringPrototypeReplaceAll.call(escaped, "'", "\\'")}'`;
}

function symbolText(symbol) {
  const text = SymbolPrototypeToString.call(symbol);
  return RegExpPrototypeExec.call(PLAIN, text) !== null ? text : escapeAll(text);
}

// Separates thousands: from the right before the point, from the left after it.
function separated(text) {
  const { 1: whole, 2: fraction } = RegExpPrototypeExec.call(/^(-?\d+)(?:\.(\d+))?$/, text) ?? [];
  if (whole === undefined)
    return text;
  let left = '';
  for (let i = 0; i < whole.length; i++) {
    const rest = whole.length - i;
    left += rest % 3 === 0 && i > 0 && whole[i - 1] !== '-' ? `_${whole[i]}` : whole[i];
  }
  if (fraction === undefined)
    return left;
  let right = '';
  for (let i = 0; i < fraction.length; i++)
    right += i > 0 && i % 3 === 0 ? `_${fraction[i]}` : fraction[i];
  return `${left}.${right}`;
}

function numberText(number, separate) {
  const text = number === 0 && 1 / number < 0 ? '-0' : `${number}`;
  return separate ? separated(text) : text;
}

function bigintText(bigint, separate) {
  const text = `${bigint}`;
  return `${separate ? separated(text) : text}n`;
}

module.exports = { quote, symbolText, numberText, bigintText };
