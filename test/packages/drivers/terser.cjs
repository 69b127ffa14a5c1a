// A big source minified
const { minify } = require('terser');
minify(require('fs').readFileSync(require.resolve('lodash'), 'utf8')).then((r) => console.log(r.code.length, r.code.slice(0, 200)));
