// Minify and prefix; browserslist
const postcss = require('postcss');
postcss([require('cssnano')({ preset: 'default' })]).process('a { color: #ff0000; margin: 0px 0px } a { b: c }', { from: undefined }).then((r) => console.log(r.css));
console.log(require('browserslist')('ie 11, safari 9'), postcss([require('autoprefixer')({ overrideBrowserslist: ['safari 7'] })]).process('a { display: flex }', { from: undefined }).css);
