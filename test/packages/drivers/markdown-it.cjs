// A text, ten times
const md = require('markdown-it')({ html: true, linkify: true, typographer: true });
const text = '# Title\n\nA *b* **c** `d` [e](f "g") http://example.com (c) "quoted"\n\n- one\n- two\n  - three\n\n```js\nlet x;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n'.repeat(20);
let html;
for (let i = 0; i < 10; i++)
  html = md.render(text);
console.log(html.length, html.slice(0, 700));
