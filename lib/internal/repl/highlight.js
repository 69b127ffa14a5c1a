'use strict';
// A line of input with colours: those that util.inspect() has for the same things.

const { StringPrototypeSlice } = primordials;
const { inspect } = require('internal/util/inspect');
const { scan } = require('internal/repl/scanner');

const LONGEST = 10000;      // characters; a longer line has no colours
const STYLES = { __proto__: null, keyword: 'special', number: 'number', string: 'string',
                 template: 'string', regexp: 'regexp' };
const WORDS = { __proto__: null, true: 'boolean', false: 'boolean', null: 'null',
                undefined: 'undefined' };

const OPEN = { __proto__: null, string: true, template: true, regexp: true };

function styleOf({ type, text }) {
  const style = type === 'keyword' || type === 'name' ? WORDS[text] ?? STYLES[type] : STYLES[type];
  return style === undefined ? undefined : inspect.colors[inspect.styles[style]];
}

function highlight(line) {
  if (line.length > LONGEST)
    return line;
  const { tokens, unterminated } = scan(line);
  let text = '';
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const isOpen = OPEN[unterminated] === true && i === tokens.length - 1;
    const colour = isOpen ? undefined : styleOf(token);
    if (colour === undefined)
      continue;
    text += `${StringPrototypeSlice.call(line, at, token.start)}\x1b[${colour[0]}m${token.text}` +
      `\x1b[${colour[1]}m`;
    at = token.end;
  }
  return text + StringPrototypeSlice.call(line, at);
}

module.exports = { highlight };
