'use strict';
// Rewrites input into the text that the engine runs.
//
// 1. let, const and class at the top level become assignments to properties of the global object
//    that are defined beforehand (evaluate.js). So a name can be declared again. Columns after let
//    and const do not change.
// 2. Input that awaits becomes the body of an async function. Its declarations become assignments,
//    its functions are assigned first, and the value of its last statement is returned if that is
//    an expression.
// 3. Everything else runs as it is.

const {
  ArrayPrototypePush, ArrayPrototypeSort, StringPrototypePadEnd, StringPrototypeSlice,
} = primordials;
const { scan } = require('internal/repl/scanner');
const { statementsOf, hasTopLevelAwait } = require('internal/repl/statements');

const SCOPE = '_$repl';

class Rewriter {
  constructor(source, tokens) {
    this.source = source;
    this.tokens = tokens;
    this.edits = [];
    this.lexical = [];      // names of let, const and class
    this.constants = [];
    this.hoisted = [];      // names of var and function
    this.functions = [];
  }

  edit(start, end, text) {
    ArrayPrototypePush.call(this.edits, { __proto__: null, start, end, text });
  }

  add(list, names) {
    for (let i = 0; i < names.length; i++)
      ArrayPrototypePush.call(list, names[i]);
  }

  text() {
    ArrayPrototypeSort.call(this.edits, (a, b) => a.start - b.start || a.end - b.end);
    let text = '';
    let at = 0;
    for (let i = 0; i < this.edits.length; i++) {
      const { start, end, text: inserted } = this.edits[i];
      text += StringPrototypeSlice.call(this.source, at, start) + inserted;
      at = end;
    }
    return text + StringPrototypeSlice.call(this.source, at);
  }

  declare({ kind, names }) {
    if (kind === 'let' || kind === 'const' || kind === 'class')
      this.add(this.lexical, names);
    if (kind === 'const')
      this.add(this.constants, names);
    if (kind === 'var' || kind === 'function')
      this.add(this.hoisted, names);
  }

  // ---- Input that does not await ----

  plain({ kind, first, last, names }) {
    const { start, end } = this.tokens[first];
    if (kind === 'let' || kind === 'const') {
      this.edit(start, end, StringPrototypePadEnd.call('var', kind.length));
    } else if (kind === 'class') {
      this.edit(start, start, `var ${names[0]}=`);
      this.edit(this.tokens[last].end, this.tokens[last].end, ';');
    }
  }

  // ---- Input that awaits ----

  awaiting(statement, isLast) {
    const { kind, first, last, names, lastOfExpression } = statement;
    const { start } = this.tokens[first];
    if (kind === 'let' || kind === 'const' || kind === 'var') {
      this.assign(statement);
    } else if (kind === 'class') {
      this.edit(start, start, `;${names[0]}=`);
      this.edit(this.tokens[last].end, this.tokens[last].end, ';');
    } else if (kind === 'expression' && isLast) {
      this.edit(start, start, ';return{__proto__:null,value:(');
      const { end } = this.tokens[lastOfExpression];
      this.edit(end, end, ')}');
    }
  }

  // const { a } = b, c = d  →  void ({ a } = b, c = d)
  assign({ kind, first, declarators }) {
    const { start, end } = this.tokens[first];
    this.edit(start, end, ';void (');
    for (let i = 0; i < declarators.length; i++) {
      const { first, last, hasValue } = declarators[i];
      const isLast = i === declarators.length - 1;
      const at = this.tokens[last].end;
      const value = hasValue ? '' : kind === 'var' ? `=${this.tokens[first].text}` : '=void 0';
      if (value !== '' || isLast)
        this.edit(at, at, `${value}${isLast ? ')' : ''}`);
    }
  }

  functionHead() {
    let head = '';
    for (let i = 0; i < this.functions.length; i++)
      head += `${SCOPE}.${this.functions[i]}=${this.functions[i]};`;
    return head;
  }
}

// { text, isAsync, lexical, constants, hoisted, statements }. `strict`: in strict mode.
function rewrite(source, strict) {
  const { tokens } = scan(source);
  const statements = statementsOf(tokens);
  const isAsync = hasTopLevelAwait(tokens);
  const rewriter = new Rewriter(source, tokens);
  let lastWithValue = statements.length - 1;
  while (lastWithValue >= 0 && tokens[statements[lastWithValue].first].text === ';' &&
         statements[lastWithValue].kind === 'other')
    lastWithValue--;
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i];
    if (statement.names !== undefined)
      rewriter.declare(statement);
    if (statement.kind === 'function')
      rewriter.add(rewriter.functions, statement.names);
    if (isAsync)
      rewriter.awaiting(statement, i === lastWithValue);
    else
      rewriter.plain(statement);
  }
  const { lexical, constants, hoisted } = rewriter;
  const body = rewriter.text();
  const mode = strict ? "'use strict';" : '';
  const text = isAsync ? `(async(${SCOPE})=>{${mode}${rewriter.functionHead()}${body}\n})` :
    `${strict ? `${mode} void 0;` : ''}${body}`;
  return { __proto__: null, text, isAsync, lexical, constants, hoisted, statements };
}

const isAwaiting = (source) => hasTopLevelAwait(scan(source).tokens);

module.exports = { rewrite, isAwaiting };
