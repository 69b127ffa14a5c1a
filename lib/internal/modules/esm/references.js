'use strict';
// Imported names that may still change, as members of an object: `x` becomes `_$s.x`. Whether the
// module has variables of its own by such a name needs no look at scopes: a member is no name for
// a variable, a parameter or a function, so the engine's parser refuses the text then, and the
// caller takes the slow way (translate.js).

const { Scanner, EOF, WORD } = require('internal/modules/esm/scan');

const NEXT = /(?:[\s\uFEFF]+|\/\/.*|\/\*[^]*?\*\/)*(=>|\?\.|[^])?/y;

class References extends Scanner {
  constructor(source, names, skip) {
    super(source);
    this.names = names;       // has(name)
    this.skip = skip;         // [{ start, end }]: statements that are taken out
    this.edits = [];
    this.usesEval = false;
  }

  all() {
    let ended = false;
    for (this.advance(); this.type !== EOF; this.advance()) {
      if (this.type === WORD && this.before !== '.' && this.before !== '?.')
        this.wordAt(ended);
      ended = this.operand || this.text === '}';
    }
    return this.edits;
  }

  // `ended`: an operand or a block ended before this word, so a new statement begins with it.
  wordAt(ended) {
    const { text, start, end } = this;
    this.usesEval ||= text === 'eval';
    if (!this.names.has(text) || this.skip.some((one) => start >= one.start && start < one.end))
      return;
    NEXT.lastIndex = end;
    const next = NEXT.exec(this.source)[1];
    const first = this.stack.at(-1)?.sign === '{' && (this.before === '{' || this.before === ',');
    if (first && next === ':')
      return;                                   // a key
    let value = `_$s.${text}`;
    if (first && (next === ',' || next === '}'))
      value = `${text}:${value}`;               // { x }
    else if (next === '(' || next === '?.' || next === '`')
      value = `${ended ? ';' : ''}(0,${value})`;    // called without a `this`
    this.edits.push({ start, end, text: value });
  }
}

// The edits that make members of the names; undefined when eval() might see the names.
function references(source, names, skip) {
  const found = new References(source, names, skip);
  const edits = found.all();
  return found.usesEval ? undefined : edits;
}

module.exports = { references };
