// Server rendering
const { h } = require('preact'), { renderToString } = require('preact-render-to-string');
console.log(renderToString(h('div', { class: 'a' }, [1, 2].map((n) => h('b', { key: n, 'data-n': n }, n, '&')))));
