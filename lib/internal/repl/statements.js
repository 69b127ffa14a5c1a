'use strict';
// The statements at the top level of a script, from its tokens (scanner.js): their kinds, where
// they begin and end, and the names that they declare. The script is known to be correct: the
// engine has checked it.
//
// 1. A statement is { kind, first, last, names, declarators }: `first` and `last` are indices of
//    tokens, both included. Kinds: 'var', 'let', 'const', 'function', 'class', 'expression',
//    'import', 'export', 'return', 'other'.
// 2. An expression ends where a token follows a complete operand that cannot continue it: the rule
//    of automatic semicolons.
// 3. Recursion is bounded by the nesting of statements without braces and of patterns.

const { ArrayPrototypePush, SafeSet } = primordials;
const { HEADS } = require('internal/repl/scanner');

const setOf = (...list) => {
  const set = new SafeSet();
  for (let i = 0; i < list.length; i++)
    set.add(list[i]);
  return set;
};

const PREFIXES = setOf('!', '~', '+', '-', '++', '--', '...');
const PREFIX_WORDS = setOf('typeof', 'void', 'delete', 'await', 'new', 'yield');
const NOT_BINARY = setOf('!', '~', '{', '}', ')', ']', ';');
const MOST_NESTED = 500;

class Reader {
  constructor(tokens) {
    this.tokens = tokens;
    this.depth = 0;
  }

  text(i) { return this.tokens[i]?.text; }
  isKeyword(i, text) { return this.tokens[i]?.type === 'keyword' && this.tokens[i].text === text; }
  isSign(i, text) { return this.tokens[i]?.type === 'punctuator' && this.tokens[i].text === text; }

  // The index after the bracket that closes the one at `i`.
  skipPair(i) {
    const match = this.tokens[i]?.match ?? -1;
    return match < i ? this.tokens.length : match + 1;
  }

  // ---- Expressions ----

  // The index of the first token after the expression that begins at `i`.
  expressionEnd(i, stopAtComma) {
    let operand = true;       // an operand is expected
    while (i < this.tokens.length) {
      const next = operand ? this.operand(i) : this.operator(i, stopAtComma);
      if (next === i)
        return i;
      if (operand)
        operand = this.isPrefix(i);
      else
        operand = this.expectsOperand(i);
      i = next;
    }
    return i;
  }

  isPrefix(i) {
    const { type, text } = this.tokens[i];
    if (type === 'punctuator')
      return PREFIXES.has(text);
    if (text === 'new')
      return !this.isSign(i + 1, '.');
    return (type === 'keyword' && PREFIX_WORDS.has(text)) || this.isAsyncArrow(i);
  }

  // async x => …
  isAsyncArrow(i) {
    return this.isKeyword(i, 'async') && this.tokens[i + 1]?.type === 'name' &&
      !this.tokens[i + 1].newline && this.isSign(i + 2, '=>');
  }

  operand(i) {
    const { type, text } = this.tokens[i];
    if (this.isPrefix(i))
      return i + 1;
    if (type === 'template')
      return this.skipPair(i);
    if (type === 'punctuator')
      return text === '(' || text === '[' || text === '{' ? this.skipPair(i) : i;
    if (text === 'function' || (text === 'async' && this.isKeyword(i + 1, 'function')))
      return this.functionEnd(i);
    return text === 'class' ? this.classEnd(i) : i + 1;
  }

  operator(i, stopAtComma) {
    const { type, text, newline } = this.tokens[i];
    if (type === 'template')
      return this.skipPair(i);
    if (type === 'keyword')
      return text === 'in' || text === 'instanceof' ? i + 1 : i;
    if (type !== 'punctuator')
      return i;
    if (text === '(' || text === '[')
      return this.skipPair(i);
    if (text === '++' || text === '--')
      return newline ? i : i + 1;
    if (text === '.')
      return i + 2;
    if (text === '?.')
      return this.isSign(i + 1, '(') || this.isSign(i + 1, '[') ? i + 1 : i + 2;
    if (text === '=>' && this.isSign(i + 1, '{'))
      return this.skipPair(i + 1);
    if (text === ',' && stopAtComma)
      return i;
    return NOT_BINARY.has(text) ? i : i + 1;
  }

  // Whether the operator at `i` is followed by an operand.
  expectsOperand(i) {
    const { type, text } = this.tokens[i];
    if (type === 'keyword')
      return true;
    if (type !== 'punctuator' || text === '(' || text === '[' || text === '++' || text === '--' ||
        text === '.' || text === '?.')
      return false;
    return !(text === '=>' && this.isSign(i + 1, '{'));
  }

  // function, async function, with or without a name
  functionEnd(i) {
    while (i < this.tokens.length && !this.isSign(i, '('))
      i++;
    return this.skipPair(this.skipPair(i));
  }

  classEnd(i) {
    i++;
    if (this.tokens[i]?.type === 'name')
      i++;
    if (this.isKeyword(i, 'extends')) {
      i++;
      // The heritage is a left-hand side expression; the next "{" outside of pairs is the body.
      while (i < this.tokens.length && !this.isSign(i, '{'))
        i = this.isKeyword(i, 'class') ? this.classEnd(i) :
          this.isKeyword(i, 'function') ? this.functionEnd(i) :
            this.isSign(i, '(') || this.isSign(i, '[') ? this.skipPair(i) : i + 1;
    }
    return this.skipPair(i);
  }

  // ---- Statements ----

  semicolon(i) { return this.isSign(i, ';') ? i + 1 : i; }

  // The index after the statement at `i`; what it is goes to `found`.
  statement(i, found) {
    if (++this.depth > MOST_NESTED)
      return this.tokens.length;
    const end = this.statementEnd(i, found);
    this.depth--;
    return end > i ? end : i + 1;
  }

  statementEnd(i, found) {
    const { type, text } = this.tokens[i];
    const reader = type === 'keyword' ? STATEMENTS[text] : undefined;
    const end = reader?.(this, i, found);
    if (end !== undefined)
      return end;
    if (this.isSign(i, ';'))
      return i + 1;
    if (this.isSign(i, '{'))
      return this.skipPair(i);
    if (type === 'name' && this.isSign(i + 1, ':'))
      return this.statement(i + 2, {});
    found.kind = 'expression';
    const after = this.expressionEnd(i, false);
    found.lastOfExpression = after - 1;
    return this.semicolon(after);
  }

  // let, const or var with its declarators
  declaration(i, found) {
    found.kind = this.text(i);
    found.names = [];
    found.declarators = [];
    do {
      i++;
      const first = i;
      i = this.pattern(i, found.names);
      const hasValue = this.isSign(i, '=');
      if (hasValue)
        i = this.expressionEnd(i + 1, true);
      ArrayPrototypePush.call(found.declarators,
                              { __proto__: null, first, last: i - 1, hasValue });
    } while (this.isSign(i, ','));
    return this.semicolon(i);
  }

  // A name or a pattern; its names go to `names`.
  pattern(i, names) {
    if (++this.depth > MOST_NESTED)
      return this.tokens.length;
    if (this.isSign(i, '[') || this.isSign(i, '{')) {
      const end = this.skipPair(i);
      const isObject = this.isSign(i, '{');
      for (let at = i + 1; at < end - 1;)
        at = this.element(at, isObject, names);
      i = end;
    } else {
      ArrayPrototypePush.call(names, this.text(i));
      i++;
    }
    this.depth--;
    return i;
  }

  // One element of a pattern, with the comma after it.
  element(i, isObject, names) {
    if (this.isSign(i, ','))
      return i + 1;
    if (this.isSign(i, '...')) {
      i++;
    } else if (isObject) {
      const key = this.isSign(i, '[') ? this.skipPair(i) : i + 1;
      if (this.isSign(key, ':'))
        i = key + 1;
    }
    i = this.pattern(i, names);
    if (this.isSign(i, '='))
      i = this.expressionEnd(i + 1, true);
    return this.isSign(i, ',') ? i + 1 : i;
  }

  // ---- await ----

  // Whether `await` is used as an operator outside of all functions.
  hasTopLevelAwait() {
    const { tokens } = this;
    for (let i = 0; i < tokens.length;) {
      const { type, text } = tokens[i];
      if (text === 'await' && type === 'keyword' && !this.isSign(i + 1, ':') &&
          !this.isSign(i + 1, '='))
        return true;
      i = this.afterFunction(i);
    }
    return false;
  }

  // After the function that begins at `i`, or the next token.
  afterFunction(i) {
    const { type, text } = this.tokens[i];
    if (type === 'keyword' && text === 'function')
      return this.functionEnd(i);
    if (type !== 'punctuator')
      return i + 1;
    if (text === '=>')
      return this.isSign(i + 1, '{') ? this.skipPair(i + 1) : this.expressionEnd(i + 1, true);
    if (text !== '{' || !this.isSign(i - 1, ')'))
      return i + 1;
    // A method, unless the parentheses are the head of a statement.
    const before = this.tokens[this.tokens[i - 1].match - 1];
    const isHead = before?.type === 'keyword' &&
      (HEADS.has(before.text) || before.text === 'await');
    return isHead ? i + 1 : this.skipPair(i);
  }
}

const toEnd = (kind) => (reader, i, found) => {
  found.kind = kind;
  const next = reader.tokens[i + 1];
  if (next === undefined || next.newline || reader.isSign(i + 1, ';') || reader.isSign(i + 1, '}'))
    return reader.semicolon(i + 1);
  return reader.semicolon(reader.expressionEnd(i + 1, false));
};

const withHead = (reader, i) => {
  const head = reader.isKeyword(i + 1, 'await') ? i + 2 : i + 1;
  return reader.statement(reader.skipPair(head), {});
};

const isPatternStart = (reader, i) => {
  const token = reader.tokens[i];
  return token !== undefined && (token.type === 'name' || token.text === '[' ||
    token.text === '{' || token.text === 'async' || token.text === 'await');
};

// By the first keyword. Undefined: it is an expression after all.
const STATEMENTS = {
  __proto__: null,
  var: (reader, i, found) => reader.declaration(i, found),
  const: (reader, i, found) => reader.declaration(i, found),
  let: (reader, i, found) =>
    (isPatternStart(reader, i + 1) ? reader.declaration(i, found) : undefined),
  function(reader, i, found) {
    found.kind = 'function';
    found.names = [reader.text(reader.isSign(i + 1, '*') ? i + 2 : i + 1)];
    return reader.functionEnd(i);
  },
  async(reader, i, found) {
    if (!reader.isKeyword(i + 1, 'function') || reader.tokens[i + 1].newline)
      return undefined;
    return STATEMENTS.function(reader, i + 1, found);
  },
  class(reader, i, found) {
    found.kind = 'class';
    found.names = [reader.text(i + 1)];
    return reader.classEnd(i);
  },
  if(reader, i) {
    const end = reader.statement(reader.skipPair(i + 1), {});
    return reader.isKeyword(end, 'else') ? reader.statement(end + 1, {}) : end;
  },
  for: withHead,
  while: withHead,
  with: withHead,
  do(reader, i) {
    const end = reader.statement(i + 1, {});
    return reader.semicolon(reader.skipPair(end + 1));
  },
  try(reader, i) {
    i = reader.skipPair(i + 1);
    if (reader.isKeyword(i, 'catch'))
      i = reader.skipPair(reader.isSign(i + 1, '(') ? reader.skipPair(i + 1) : i + 1);
    return reader.isKeyword(i, 'finally') ? reader.skipPair(i + 1) : i;
  },
  switch: (reader, i) => reader.skipPair(reader.skipPair(i + 1)),
  return: toEnd('return'),
  throw: toEnd('other'),
  break: toEnd('other'),
  continue: toEnd('other'),
  debugger: toEnd('other'),
  import(reader, i, found) {
    if (reader.isSign(i + 1, '(') || reader.isSign(i + 1, '.'))
      return undefined;
    found.kind = 'import';
    return reader.tokens.length;
  },
  export(reader, i, found) {
    found.kind = 'export';
    return reader.tokens.length;
  },
};

function statementsOf(tokens) {
  const reader = new Reader(tokens);
  const list = [];
  for (let i = 0; i < tokens.length;) {
    const found = { __proto__: null, kind: 'other', first: i, last: i, names: undefined,
                    declarators: undefined, lastOfExpression: -1 };
    i = reader.statement(i, found);
    found.last = (i < tokens.length ? i : tokens.length) - 1;
    ArrayPrototypePush.call(list, found);
  }
  return list;
}

const hasTopLevelAwait = (tokens) => new Reader(tokens).hasTopLevelAwait();

module.exports = { statementsOf, hasTopLevelAwait };
