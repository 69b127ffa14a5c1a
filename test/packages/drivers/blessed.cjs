// A screen of boxes, lists and a form, drawn to a stream
const blessed = require('blessed');
const { PassThrough } = require('stream');
const output = new PassThrough(), input = new PassThrough();
let text = '';
output.on('data', (data) => { text += data; });
Object.assign(output, { columns: 60, rows: 20, isTTY: true });
const screen = blessed.screen({ input, output, terminal: 'xterm', fullUnicode: true, warnings: false, cols: 60, rows: 20 });
const box = blessed.box({ parent: screen, top: 1, left: 2, width: 30, height: 5, border: 'line', label: 'A box', tags: true, content: '{bold}bold{/bold} {red-fg}red{/red-fg} ä日本' });
const list = blessed.list({ parent: screen, top: 7, left: 2, width: 20, height: 6, items: ['one', 'two', 'three'], keys: true, mouse: true, style: { selected: { inverse: true } } });
list.on('select', (item, i) => { box.setContent(`chosen ${i}`); screen.render(); console.log(JSON.stringify(screen.screenshot())); screen.destroy(); console.log(text.length, require('crypto').createHash('md5').update(text).digest('hex')); });
list.focus();
screen.render();
console.log(JSON.stringify(screen.screenshot()));
input.write('\x1b[B');
setImmediate(() => input.write('\r'));
