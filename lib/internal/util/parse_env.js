'use strict';
// The format of .env files: KEY=value lines, quotes for what spans lines or holds a #.

const LINE = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#][^=\n]*?)[^\S\n]*=[^\S\n]*/;

// A value in quotes that are closed somewhere; what follows on the line is dropped.
function quoted(text) {
  const mark = text[0];
  if (mark !== '"' && mark !== "'" && mark !== '`')
    return undefined;
  const end = text.indexOf(mark, 1);
  if (end === -1)
    return undefined;
  const value = text.slice(1, end);
  const eol = text.indexOf('\n', end);
  return { value: mark === '"' ? value.replaceAll('\\n', '\n') : value, used: eol === -1 ?
      text.length : eol };
}

function bare(text) {
  const eol = text.indexOf('\n');
  const used = eol === -1 ? text.length : eol;
  const value = text.slice(0, used);
  const comment = value.indexOf('#');
  return { value: (comment === -1 ? value : value.slice(0, comment)).trim(), used };
}

function parseEnv(content) {
  const env = { __proto__: null };
  let rest = content.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  while (rest !== '') {
    const match = LINE.exec(rest);
    if (match === null) {
      const eol = rest.indexOf('\n');
      rest = eol === -1 ? '' : rest.slice(eol + 1);
      continue;
    }
    rest = rest.slice(match[0].length);
    const { value, used } = quoted(rest) ?? bare(rest);
    env[match[1]] = value;
    rest = rest.slice(used + 1);
  }
  return env;
}

module.exports = { parseEnv };
