// Classes, generators to ES5
const babel = require('@babel/core');
const out = babel.transformSync('class A extends B { #x = 1; get y() { return this.#x ?? 2; } async *g() { yield* [1, 2]; } }\nconst { a, ...r } = q?.w;', { presets: [[require.resolve('@babel/preset-env'), { targets: 'ie 11' }]], babelrc: false, configFile: false, sourceMaps: true });
console.log(out.code.length, out.code.slice(-300), out.map.mappings.length);
try { babel.transformSync('let a; let a;', { configFile: false }); } catch (e) { console.log(e.code, e.message.split('\n')[0]); }
