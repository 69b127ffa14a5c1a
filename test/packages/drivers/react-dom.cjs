// renderToString, a stream
const React = require('react'), { renderToString, renderToPipeableStream } = require('react-dom/server'), { PassThrough } = require('stream');
const Item = ({ n }) => React.createElement('li', { className: n % 2 ? 'o' : 'e', style: { color: 'red' } }, n, ' < ', n + 1);
const App = () => { const [v] = React.useState(5); return React.createElement('ul', null, Array.from({ length: v }, (_, n) => React.createElement(Item, { n, key: n }))); };
console.log(renderToString(React.createElement(App)));
const Lazy = React.lazy(() => new Promise((r) => setTimeout(() => r({ default: () => 'late' }), 5)));
let text = '';
const out = new PassThrough();
out.on('data', (d) => { text += d; }).on('end', () => console.log(text));
const s = renderToPipeableStream(React.createElement(React.Suspense, { fallback: 'wait' }, React.createElement(Lazy)), { onAllReady() { s.pipe(out); } });
