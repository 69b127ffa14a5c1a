'use strict';
// Completion inside of a string: the name of a module in require() and import(), a path in a call
// of an fs function. Everything else in a string has no candidates.

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort,
  RegExpPrototypeExec, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith,
} = primordials;

const { hasBuiltin } = require('internal/bootstrap/loader');
const { joinGroups } = require('internal/repl/completion');

const MOST_ENTRIES = 10000;

function entriesOf(folder) {
  try {
    const list = require('fs').readdirSync(folder === '' ? '.' : folder, { withFileTypes: true });
    if (list.length > MOST_ENTRIES)
      list.length = MOST_ENTRIES;
    return list;
  } catch {
    return [];
  }
}

const isFolder = (path) => {
  try {
    return require('fs').statSync(path).isDirectory();
  } catch {
    return false;
  }
};

// ---- Paths of fs functions ----

function files(path) {
  const slash = StringPrototypeLastIndexOf.call(path, '/');
  const folder = StringPrototypeSlice.call(path, 0, slash + 1);
  const start = StringPrototypeSlice.call(path, slash + 1);
  const inFolder = start !== '' && isFolder(path);
  const list = entriesOf(inFolder ? path : folder);
  const before = inFolder ? `${start}/` : '';
  const names = ArrayPrototypeFilter.call(
    ArrayPrototypeMap.call(list, ({ name }) => `${before}${name}`),
    (name) => StringPrototypeStartsWith.call(name, start));
  return [ArrayPrototypeSort.call(names), start];
}

// ---- Names of modules ----

const EXTENSION = /\.(?:js|json|node|mjs|cjs)$/;

function add(list, name, start) {
  if (StringPrototypeStartsWith.call(name, start))
    ArrayPrototypePush.call(list, name);
}

// With "node:" and without.
function builtins(start) {
  const { names } = require('internal/repl/builtin_names');
  const prefixed = [];
  const plain = [];
  for (let i = 0; i < names.list.length; i++) {
    const id = names.list[i];
    add(plain, id, start);
    if (hasBuiltin(id))
      add(prefixed, `node:${id}`, start);
  }
  return [prefixed, plain];
}

function relative(start) {
  const slash = StringPrototypeLastIndexOf.call(start, '/');
  const folder = StringPrototypeSlice.call(start, 0, slash + 1);
  const entries = entriesOf(folder);
  const list = [];
  for (let i = 0; i < entries.length; i++) {
    const { name } = entries[i];
    const path = `${folder}${name}`;
    if (entries[i].isDirectory())
      add(list, `${path}/`, start);
    else if (RegExpPrototypeExec.call(EXTENSION, name) !== null)
      add(list, RegExpPrototypeExec.call(/^(.*?)(?:\.js)?$/, path)[1], start);
  }
  return list;
}

function packages(server, start) {
  const folders = server.context.module?.paths ?? [];
  const list = [];
  for (let i = 0; i < folders.length; i++) {
    const entries = entriesOf(folders[i]);
    for (let j = 0; j < entries.length; j++) {
      if (entries[j].name[0] !== '.')
        add(list, entries[j].name, start);
    }
  }
  return list;
}

function modules(server, start) {
  const isPath = RegExpPrototypeExec.call(/^\.{0,2}\/|^\.{1,2}$/, start) !== null;
  const mayRead = server.allowBlockingCompletions;
  if (isPath)
    return [mayRead ? ArrayPrototypeSort.call(relative(start)) : [], start];
  const groups = builtins(start);
  if (mayRead)
    ArrayPrototypePush.call(groups, packages(server, start));
  for (let i = 0; i < groups.length; i++)
    ArrayPrototypeSort.call(groups[i]);
  return [joinGroups(groups), start];
}

// ---- Which of them ----

// The text of the call before the string: "fs.promises.readFile", "require".
function calleeOf(tokens) {
  let at = tokens.length - 2;
  if (tokens[at]?.text !== '(')
    return '';
  let text = '';
  for (at--; at >= 0; at -= 2) {
    const { type, text: part } = tokens[at];
    if (type !== 'name' && part !== 'import')
      return text;
    text = text === '' ? part : `${part}.${text}`;
    if (tokens[at - 1]?.text !== '.' && tokens[at - 1]?.text !== '?.')
      return text;
  }
  return text;
}

// The last token is a string without its end.
function inText(server, line, tokens) {
  const text = StringPrototypeSlice.call(tokens[tokens.length - 1].text, 1);
  const callee = calleeOf(tokens);
  if (callee === 'require' || callee === 'import' || callee === 'require.resolve')
    return modules(server, text);
  if (server.allowBlockingCompletions && RegExpPrototypeExec.call(/^fs\.\w/, callee) !== null)
    return files(text);
  return [[], ''];
}

module.exports = { inText };
