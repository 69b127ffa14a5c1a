'use strict';
// Parses .env files: lines KEY=value. Values with line breaks or "#" are quoted.

const {
  RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeTrim,
} = primordials;
const LINE = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#][^=\n]*?)[^\S\n]*=[^\S\n]*/;

// A quoted value with its closing quote. The rest of the line after it is dropped.
function quoted(text) {
  const mark = text[0];
  if (mark !== '"' && mark !== "'" && mark !== '`')
    return undefined;
  const end = StringPrototypeIndexOf.call(text, mark, 1);
  if (end === -1)
    return undefined;
  const inside = StringPrototypeSlice.call(text, 1, end);
  const value = mark === '"' ? StringPrototypeReplaceAll.call(inside, '\\n', '\n') : inside;
  const eol = StringPrototypeIndexOf.call(text, '\n', end);
  return { value, used: eol === -1 ? text.length : eol };
}

function bare(text) {
  const eol = StringPrototypeIndexOf.call(text, '\n');
  const used = eol === -1 ? text.length : eol;
  const line = StringPrototypeSlice.call(text, 0, used);
  const comment = StringPrototypeIndexOf.call(line, '#');
  const value = comment === -1 ? line : StringPrototypeSlice.call(line, 0, comment);
  return { value: StringPrototypeTrim.call(value), used };
}

function parseEnv(content) {
  const env = { __proto__: null };
  let rest = StringPrototypeReplaceAll.call(
    StringPrototypeReplaceAll.call(content, '\r\n', '\n'), '\r', '\n');
  while (rest !== '') {
    const match = RegExpPrototypeExec.call(LINE, rest);
    if (match === null) {
      const eol = StringPrototypeIndexOf.call(rest, '\n');
      rest = eol === -1 ? '' : StringPrototypeSlice.call(rest, eol + 1);
      continue;
    }
    rest = StringPrototypeSlice.call(rest, match[0].length);
    const { value, used } = quoted(rest) ?? bare(rest);
    env[match[1]] = value;
    rest = StringPrototypeSlice.call(rest, used + 1);
  }
  return env;
}

module.exports = { parseEnv };
