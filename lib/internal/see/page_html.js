'use strict';
// The HTML of the page that shows the loop. --loop-ui serves it and streams events to it;
// `trace -o x.html` writes a page that contains all events.
//
//   html({ program: { title, pid, ... } })         the page gets events from its server
//   html({ program, trace: [entry, ...], sources: { file: text }, loop })
//                                                  it needs no server; page/loop.js describes
//                                                  `loop`, which may be missing

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, FunctionPrototypeToString, JSONStringify, ObjectKeys,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { text } = internalBinding('loop_ui');
const { builtin: compile } = internalBinding('script');

const FOLDER = 'internal/see/page/';
const SCRIPTS = ['shared', 'labels', 'output', 'model', 'warnings', 'ring', 'timeline', 'loop',
                 'table', 'reasons', 'details', 'live', 'main'];

// Built-in modules that also run in the page (page/shared.js).
const SHARED = [
  'internal/see/duration', 'internal/see/explain/phrases', 'internal/see/explain/facts',
  'internal/see/explain/reasons',
];

function shared() {
  const list = ArrayPrototypeMap.call(SHARED, (id) =>
    `'${id}': ${FunctionPrototypeToString.call(compile(id))}`);
  return `const SHARED = {\n${ArrayPrototypeJoin.call(list, ',\n')}\n};\n`;
}

const replaceEach = (text, from, to) =>
  ArrayPrototypeJoin.call(StringPrototypeSplit.call(text, from), to);

// A value as JavaScript source in a <script> element. "</script>" or "<!--" would end the element.
function literal(value) {
  let text = JSONStringify(value ?? null);
  text = replaceEach(text, '<', '\\u003c');
  text = replaceEach(text, '\u2028', '\\u2028');
  return replaceEach(text, '\u2029', '\\u2029');
}

// Replaces each mark, which the page has once, by its part.
function fill(page, parts) {
  const marks = ObjectKeys(parts);
  let result = '';
  let rest = page;
  for (let i = 0; i < marks.length; i++) {
    const at = StringPrototypeIndexOf.call(rest, marks[i]);
    result += StringPrototypeSlice.call(rest, 0, at) + parts[marks[i]];
    rest = StringPrototypeSlice.call(rest, at + marks[i].length);
  }
  return result + rest;
}

function html({ program, trace, sources, loop }) {
  const data = `window.GYRE_PROGRAM = ${literal(program)};\n` +
    (trace === undefined ? '' :
      `window.GYRE_TRACE = ${literal(trace)};\nwindow.GYRE_SOURCES = ${literal(sources)};\n` +
      `window.GYRE_LOOP = ${literal(loop)};\n`);
  const code = ArrayPrototypeJoin.call(ArrayPrototypeMap.call(SCRIPTS, (name) =>
    text(`${FOLDER}${name}.js`)), '\n');
  const script = replaceEach(`(() => {\n'use strict';\n${shared()}${code}\n})();`, '</', '<\\/');
  return fill(text(`${FOLDER}page.html`), {
    '__proto__': null, '/*CSS*/': text(`${FOLDER}page.css`), '/*DATA*/': data, '/*JS*/': script,
  });
}

module.exports = { html };
