// Minify
console.log(require('uglify-js').minify('function add(first, second) { var unused = 1; if (false) { gone(); } return first + second; } console.log(add(1, 2));', { toplevel: true }).code);
