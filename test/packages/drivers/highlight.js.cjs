// A source, twenty times
const hljs = require('highlight.js');
const source = require('fs').readFileSync(__filename, 'utf8').repeat(10);
let out;
for (let i = 0; i < 20; i++)
  out = hljs.highlight(source, { language: 'javascript' });
console.log(out.relevance, out.value.slice(0, 300), hljs.highlightAuto('def f(x):\n    return None').language);
