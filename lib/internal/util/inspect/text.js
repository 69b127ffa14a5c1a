'use strict';
// Strings, numbers and symbols as source text.

const PLAIN = /^[^\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]*$/;
const SHORT = { '__proto__': null, '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f',
                '\r': '\\r', '\\': '\\\\' };

function escapeOne(char) {
  const code = char.charCodeAt(0);
  if (code > 0xff)
    return `\\u${code.toString(16)}`;
  return SHORT[char] ?? `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
}

// With the u flag a surrogate matches only when it has no partner.
const ESCAPED = /[\x00-\x1f\\\x7f-\x9f\ud800-\udfff]/gu;

// The first kind of quote that needs no escape, else the first one.
function quote(text) {
  if (PLAIN.test(text))
    return `'${text}'`;
  const escaped = text.replace(ESCAPED, escapeOne);
  if (!text.includes("'"))
    return `'${escaped}'`;
  if (!text.includes('"'))
    return `"${escaped}"`;
  if (!text.includes('`') && !text.includes('${'))
    return `\`${escaped}\``;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function symbolText(symbol) {
  const text = Symbol.prototype.toString.call(symbol);
  return PLAIN.test(text) ? text : text.replace(ESCAPED, escapeOne);
}

// Thousands from the right in front of the point, from the left behind it.
function separated(text) {
  const [, whole, fraction] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined)
    return text;
  const left = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, '_');
  return fraction === undefined ? left : `${left}.${fraction.replace(/\d{3}(?=\d)/g, '$&_')}`;
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
