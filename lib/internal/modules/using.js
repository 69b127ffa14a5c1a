'use strict';
// `using` and `await using` for an engine whose parser does not know them: such declarations become
// constants, and the block around them a try statement with a scope (internal/disposable). Nothing
// of this is loaded for a source without them, and no line gets another number.

const { using: lexUsing } = internalBinding('module_lexer');

const USING = '_$using';      // makes a scope; given from outside
const RECORD = 6;
const ASYNC = 2;

const PREFIX = `;const _$u=${USING}();try{`;
const suffix = (async) =>
  `}catch(_$e){_$u.fail(_$e)}finally{${async ? 'await _$u.endAsync()' : '_$u.end()'}}`;
const member = (async) => (async ? '_$u.a=' : '_$u.v=');

// A directive stays the first statement of its function.
const DIRECTIVE = /(?:\s|\/\*[^]*?\*\/|\/\/.*)*(?:'use strict'|"use strict")\s*;?/y;
function behindDirective(source, at) {
  DIRECTIVE.lastIndex = at;
  return DIRECTIVE.test(source) ? DIRECTIVE.lastIndex : at;
}

const insert = (start, text) => ({ start, end: start, text });

// By the kind of a record, from GY_U_OPEN on (lexer.h).
const FIRST = 13;
const EDITS = [
  (source, at) => ({ ...insert(behindDirective(source, at), PREFIX), first: true }),
  (source, at, async) => insert(at, suffix(async)),
  (source, start, end) => ({ start, end, text: 'const'.padEnd(end - start) }),
  (source, at, async) => insert(at, member(async)),
  (source, start, end) => ({ start, end, text: 'const _$v'.padEnd(end - start) }),
  (source, at) => insert(at, `{${PREFIX}`),
  (source, at, start, end, async) =>
    insert(at, `{${PREFIX}const ${source.slice(start, end)}=${member(async)}_$v;`),
  (source, at, async) => insert(at, `${suffix(async)}}`),
];

// { text, head, tail }: the source without such declarations, and what stands around it for those
// at its top level; undefined when there are none.
function withoutUsing(source) {
  const found = lexUsing(source);
  const edits = [];
  for (let i = 1; i < found.length; i += RECORD) {
    const make = EDITS[found[i] - FIRST];
    if (make !== undefined)
      edits.push(make(source, found[i + 1], found[i + 2], found[i + 3], found[i + 4]));
  }
  if (edits.length === 0)
    return undefined;
  // At one place the block around comes first, then as they were found.
  edits.sort((a, b) => a.start - b.start || (b.first === true) - (a.first === true));
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  const [top] = found;
  return { text: text + source.slice(at), async: top === ASYNC,
           head: top === 0 ? '' : PREFIX, tail: top === 0 ? '' : suffix(top === ASYNC) };
}

// The same as the body of a function.
function bodyWithoutUsing(source) {
  const found = withoutUsing(source);
  if (found === undefined)
    return undefined;
  const { text, head, tail } = found;
  if (head === '')
    return text;
  const at = behindDirective(text, 0);
  return `${text.slice(0, at)}${head}${text.slice(at)}\n${tail}`;
}

const makeScope = () => new (require('internal/disposable').Scope)();

module.exports = { withoutUsing, bodyWithoutUsing, makeScope, USING };
