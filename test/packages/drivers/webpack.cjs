// A bundle with a lazy part, run
const webpack = require('webpack'), fs = require('fs'), path = require('path');
fs.writeFileSync('a.js', "import { b } from './b.js';\nimport('./c.js').then((c) => console.log('lazy', c.default, b(2)));");
fs.writeFileSync('b.js', 'export const b = (x) => x * 21; export const unused = 1;');
fs.writeFileSync('c.js', 'export default "c";');
webpack({ mode: 'production', target: 'node', entry: './a.js', context: process.cwd(), output: { path: path.resolve('dist') } }, (error, stats) => {
  console.log(error, stats.hasErrors(), Object.keys(stats.compilation.assets).sort());
  require(path.resolve('dist/main.js'));
});
