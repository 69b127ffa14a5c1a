'use strict';
// The page that shows the loop, as one text: used by --loop-ui, which feeds it through a server, and
// by `trace -o x.html`, which puts everything into it.
//
//   html({ program: { title, pid, ... } })                          asks its server for events
//   html({ program, trace: [entry, ...], sources: { file: text }, loop })     needs nobody; `loop` may be
//                                                  missing, page/loop.js says what it is

const { text } = internalBinding('loop_ui');
const { builtin: compile } = internalBinding('script');
const functionText = Function.prototype.toString;

const FOLDER = 'internal/see/page/';
const SCRIPTS = ['words', 'output', 'model', 'warnings', 'ring', 'timeline', 'loop', 'table', 'why', 'details', 'live',
                 'main'];

// Modules of ours that the page uses too.
const SHARED = ['words', 'facts', 'reasons'].map((name) => `internal/see/explain/${name}`);

const shared = () => `const SHARED = {\n${SHARED.map(
  (id) => `'${id}': ${primordials.ReflectApply(functionText, compile(id), [])}`).join(',\n')}\n};\n`;

// A text inside <script>: "</script>" and "<!--" in a string would end it.
const literal = (value) => JSON.stringify(value ?? null).replace(/</g, '\\u003c')
  .replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029');

function html({ program, trace, sources, loop }) {
  const data = `window.GYRE_PROGRAM = ${literal(program)};\n` +
    (trace === undefined ? '' :
      `window.GYRE_TRACE = ${literal(trace)};\nwindow.GYRE_SOURCES = ${literal(sources ?? {})};\n` +
      `window.GYRE_LOOP = ${literal(loop)};\n`);
  const code = SCRIPTS.map((name) => text(`${FOLDER}${name}.js`)).join('\n');
  const parts = {
    '/*CSS*/': text(`${FOLDER}page.css`),
    '/*DATA*/': data,
    '/*JS*/': `(() => {\n'use strict';\n${shared()}${code}\n})();`.replace(/<\//g, '<\\/'),
  };
  return text(`${FOLDER}page.html`).replace(/\/\*(?:CSS|DATA|JS)\*\//g, (mark) => parts[mark]);
}

module.exports = { html };
