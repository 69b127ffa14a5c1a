// A plugin, errors
const postcss = require('postcss');
const plugin = () => ({ postcssPlugin: 'p', Declaration(d) { if (d.prop === 'size') { d.cloneBefore({ prop: 'width' }); d.prop = 'height'; } } });
plugin.postcss = true;
postcss([plugin]).process('a { size: 3px; & b { c: d } }', { from: 'x.css', map: { inline: false } }).then((r) => { console.log(r.css, r.map.toString()); });
try { postcss.parse('a {'); } catch (e) { console.log(e.name, e.reason); }
