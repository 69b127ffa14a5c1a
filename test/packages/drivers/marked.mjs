// A text, ten times
import { marked } from 'marked';
const text = '# Title\n\nA *b* **c** `d` [e](f "g")\n\n- one\n- two\n  - three\n\n```js\nlet x = 1 < 2;\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n\n---\n\n1. x\n2. y\n'.repeat(20);
let html;
for (let i = 0; i < 10; i++)
  html = marked.parse(text);
console.log(html.length, html.slice(0, 500));
