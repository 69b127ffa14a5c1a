'use strict';
// `using` and `await using` for an engine whose parser does not know them: such declarations become
// constants, and the block around them a try statement with a scope (internal/disposable). Nothing
// of this is loaded for a source without them, and no line gets another number.

const {
  RegExpPrototypeExec, SafeArray, StringPrototypePadEnd, StringPrototypeSlice,
  TypedArrayPrototypeGetLength,
} = primordials;
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
  return RegExpPrototypeExec.call(DIRECTIVE, source) !== null ? DIRECTIVE.lastIndex : at;
}

const insert = (start, text, first = false) =>
  ({ __proto__: null, start, end: start, text, first });
const replace = (start, end, text) => ({ __proto__: null, start, end, first: false,
                                         text: StringPrototypePadEnd.call(text, end - start) });

// By the kind of a record, from GY_U_OPEN on (lexer.h).
const FIRST = 13;
const EDITS = [
  (source, at) => insert(behindDirective(source, at), PREFIX, true),
  (source, at, async) => insert(at, suffix(async)),
  (source, start, end) => replace(start, end, 'const'),
  (source, at, async) => insert(at, member(async)),
  (source, start, end) => replace(start, end, 'const _$v'),
  (source, at) => insert(at, `{${PREFIX}`),
  (source, at, start, end, async) =>
    insert(at, `{${PREFIX}const ${StringPrototypeSlice.call(source, start, end)}=` +
      `${member(async)}_$v;`),
  (source, at, async) => insert(at, `${suffix(async)}}`),
];

// { text, head, tail }: the source without such declarations, and what stands around it for those
// at its top level; undefined when there are none.
function withoutUsing(source) {
  const found = lexUsing(source);
  const edits = new SafeArray();
  const size = TypedArrayPrototypeGetLength.call(found);
  for (let i = 1; i < size; i += RECORD) {
    const make = EDITS[found[i] - FIRST];
    if (make !== undefined)
      edits.push(make(source, found[i + 1], found[i + 2], found[i + 3], found[i + 4]));
  }
  if (edits.length === 0)
    return undefined;
  // At one place the block around comes first, then as they were found.
  edits.sort((a, b) => a.start - b.start || b.first - a.first);
  let text = '';
  let at = 0;
  for (let i = 0; i < edits.length; i++) {
    text += StringPrototypeSlice.call(source, at, edits[i].start) + edits[i].text;
    at = edits[i].end;
  }
  const top = found[0];
  return { __proto__: null, text: text + StringPrototypeSlice.call(source, at),
           async: top === ASYNC,
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
  const start = StringPrototypeSlice.call(text, 0, at);
  return `${start}${head}${StringPrototypeSlice.call(text, at)}\n${tail}`;
}

const makeScope = () => new (require('internal/disposable').Scope)();

module.exports = { withoutUsing, bodyWithoutUsing, makeScope, USING };
