'use strict';
// Candidates for the end of a line: commands, names, members, module names, paths. The result is
// [candidates, on]: `on` is the end of the line that they replace. '' separates groups of
// candidates.

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeSort, ArrayPrototypeUnshift, Object, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf, ObjectKeys, RegExpPrototypeExec, SafeSet, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeTrimStart,
} = primordials;
const { scan, isName } = require('internal/repl/scanner');
const { valueOfTokens } = require('internal/repl/safe_value');
const { isProxy } = require('internal/util/types');

const KEYWORDS = StringPrototypeSplit.call(
  'async await break case catch const continue debugger default delete do else export false ' +
  'finally for function if import in instanceof let new null return switch this throw true try ' +
  'typeof var void while with yield', ' ');
const HIDDEN = /^__(?:define|lookup)[GS]etter__$|^_\$/;
const MOST_PROTOTYPES = 1000;
const NOTHING = [[], ''];

// ---- Groups ----

const startsWith = (name, start) => StringPrototypeStartsWith.call(
  StringPrototypeToLowerCase.call(name), StringPrototypeToLowerCase.call(start));

const fitting = (names, start) => ArrayPrototypeSort.call(ArrayPrototypeFilter.call(names, (name) =>
  startsWith(name, start) && isName(name) && RegExpPrototypeExec.call(HIDDEN, name) === null));

// Without the indices of an array, which may be millions. They come first, in order.
function ownNames(object) {
  const names = ObjectGetOwnPropertyNames(object);
  let count = 0;
  while (count < names.length && names[count] === `${count}`)
    count++;
  return count === 0 ? names : ArrayPrototypeSlice.call(names, count);
}

// Lists of names that the object and its prototypes have, nearest first, without those that a
// nearer one has.
function namesByPrototype(object, start) {
  const seen = new SafeSet();
  const groups = [];
  for (let at = object; at !== null && groups.length < MOST_PROTOTYPES;
    at = ObjectGetPrototypeOf(at)) {
    if (isProxy(at))
      break;
    const names = ArrayPrototypeFilter.call(fitting(ownNames(at), start),
                                            (name) => !seen.has(name));
    for (let i = 0; i < names.length; i++)
      seen.add(names[i]);
    ArrayPrototypePush.call(groups, names);
  }
  return groups;
}

function joinGroups(groups) {
  const list = [];
  for (let i = 0; i < groups.length; i++) {
    if (groups[i].length === 0)
      continue;
    if (list.length > 0)
      ArrayPrototypePush.call(list, '');
    for (let j = 0; j < groups[i].length; j++)
      ArrayPrototypePush.call(list, groups[i][j]);
  }
  return list;
}

// ---- Names and members ----

function names(server, start) {
  const groups = namesByPrototype(server.context, start);
  const own = groups[0];
  const lexical = [];
  server.lexicalNames.forEach((name) => {
    if (!ArrayPrototypeIncludes.call(own, name))
      ArrayPrototypePush.call(lexical, name);
  });
  const declared = fitting(lexical, start);
  for (let i = 0; i < declared.length; i++)
    ArrayPrototypePush.call(own, declared[i]);
  ArrayPrototypeSort.call(own);
  ArrayPrototypeUnshift.call(groups, start === '' ? [] : ArrayPrototypeFilter.call(
    fitting(KEYWORDS, start), (word) => !ArrayPrototypeIncludes.call(own, word)));
  return joinGroups(groups);
}

// The first token of the operand that ends with tokens[end]; -1 when it has a call.
function operandStart(tokens, end) {
  let at = end;
  for (;;) {
    const token = tokens[at];
    if (token === undefined)
      return -1;
    const { text } = token;
    if (text === ']' || text === ')') {
      if (token.match < 0)
        return -1;
      const before = tokens[token.match - 1];
      const isPostfix = before !== undefined && (before.type === 'name' || before.text === ')' ||
        before.text === ']' || before.type === 'string' || before.text === 'this');
      if (isPostfix && text === ')')
        return -1;
      at = token.match;
      if (isPostfix) {
        at--;
        continue;
      }
    } else if (token.type === 'punctuator' || token.type === 'regexp') {
      return -1;
    } else if (token.type === 'template') {
      at = token.match < 0 ? at : token.match;
    }
    const before = tokens[at - 1]?.text;
    if (before !== '.' && before !== '?.')
      return at;
    at -= 2;
  }
}

// `dot` is the index of the "." or "?.".
function members(server, line, tokens, dot, start) {
  const first = operandStart(tokens, dot - 1);
  if (first < 0)
    return [[], StringPrototypeSlice.call(line, tokens[dot].end)];
  const on = StringPrototypeSlice.call(line, tokens[first].start);
  const base = StringPrototypeSlice.call(line, tokens[first].start, tokens[dot].end);
  const result = valueOfTokens(tokens, first, dot, server.context);
  if (result === undefined || result.value === undefined || result.value === null)
    return [[], on];
  const groups = namesByPrototype(Object(result.value), start);
  const shown = [];
  for (let i = groups.length - 1; i >= 0; i--)
    ArrayPrototypePush.call(shown, ArrayPrototypeMap.call(groups[i], (name) => `${base}${name}`));
  return [joinGroups(shown), on];
}

const DECLARES = {
  __proto__: null, let: true, const: true, var: true, function: true, class: true,
};

function completeCode(server, line) {
  const { tokens, unterminated } = scan(line);
  if (unterminated === 'string' || unterminated === 'template')
    return require('internal/repl/completion_paths').inText(server, line, tokens);
  if (unterminated !== '')
    return NOTHING;
  const last = tokens[tokens.length - 1];
  const isPart = last !== undefined && last.end === line.length &&
    (last.type === 'name' || last.type === 'keyword');
  const start = isPart ? last.text : '';
  const before = tokens.length - (isPart ? 2 : 1);
  const sign = tokens[before];
  if (sign !== undefined && (sign.text === '.' || sign.text === '?.') &&
      sign.type === 'punctuator')
    return members(server, line, tokens, before, start);
  if (sign?.type === 'keyword' && DECLARES[sign.text])
    return [[], start];
  if (!isPart && last !== undefined && last.end === line.length && last.type !== 'punctuator')
    return NOTHING;
  return [names(server, start), start];
}

// ---- For the server ----

function commands(server, text) {
  const { 1: start } = RegExpPrototypeExec.call(/^\.(\w*)$/, text);
  return [fitting(ObjectKeys(server.commands), start), start];
}

function complete(server, line, answer) {
  let result;
  try {
    const text = StringPrototypeTrimStart.call(line);
    result = RegExpPrototypeExec.call(/^\.\w*$/, text) !== null &&
      RegExpPrototypeExec.call(/^\.\d/, text) === null && !server.editorMode ?
      commands(server, text) : completeCode(server, line);
  } catch {
    result = NOTHING;       // a proxy or a host object that throws
  }
  answer(null, result);
}

// In the editor a Tab only inserts what all candidates have in common.
function completeInEditor(server, line, answer) {
  complete(server, line, (error, result) => {
    const { 0: candidates, 1: on } = result;
    const { commonStart } = require('internal/readline/complete');
    const fit = ArrayPrototypeFilter.call(candidates, (name) => name !== '');
    answer(error, fit.length === 0 || on === '' ? [[], on] : [[commonStart(fit)], on]);
  });
}

module.exports = { complete, completeInEditor, joinGroups };
