// A big source parsed; esprima, escodegen, magic-string
const acorn = require('acorn'), walk = require('acorn-walk'), fs = require('fs');
const source = fs.readFileSync(require.resolve('lodash'), 'utf8');
const ast = acorn.parse(source, { ecmaVersion: 2022, locations: true });
let calls = 0;
walk.simple(ast, { CallExpression() { calls++; } });
console.log(calls, require('esprima').tokenize('let x = /a/ + `b`').map((t) => t.type), require('escodegen').generate(require('esprima').parseScript('if(a)b();else{c(1,2)}')));
const MagicString = require('magic-string');
const s = new (MagicString.default || MagicString)('var a = 1;');
s.overwrite(4, 5, 'bb').append('//x');
console.log(s.toString(), s.generateMap({ hires: true }).mappings);
try { acorn.parse('let let = 1', { ecmaVersion: 2022 }); } catch (e) { console.log(e.message); }
