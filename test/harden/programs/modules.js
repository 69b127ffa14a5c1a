'use strict';
const { step, text, thrown, temporary } = require('../harness.js');
const fs = require('node:fs');
const Module = require('node:module');

const at = (name) => temporary + '/' + name;
const file = (name, content) => {
  for (let end = 1; end < name.length; end++) {
    if (name[end] !== '/') continue;
    let folder = '';
    for (let i = 0; i < end; i++) folder += name[i];
    if (!fs.existsSync(at(folder))) fs.mkdirSync(at(folder));
  }
  fs.writeFileSync(at(name), content);
};
step('a file', () => {
  file('one.js', 'exports.a = 1; exports.name = typeof __filename + typeof __dirname;');
  const one = require(at('one.js'));
  return text(one.a, one.name, require(at('one')) === one);
});
step('JSON', () => {
  file('data.json', '{"a": [1, 2]}');
  return text(require(at('data.json')).a);
});
step('a folder with an index', () => {
  file('folder/index.js', 'module.exports = "index";');
  return text(require(at('folder')));
});
step('a package', () => {
  file('node_modules/plain/index.js', 'module.exports = "plain";');
  file('node_modules/plain/package.json', '{}');
  file('uses-plain.js', 'module.exports = require("plain");');
  return text(require(at('uses-plain.js')));
});
step('a package with main', () => {
  file('node_modules/main/package.json', '{"name": "main", "main": "lib/it.js"}');
  file('node_modules/main/lib/it.js', 'module.exports = "main";');
  file('uses-main.js', 'module.exports = require("main");');
  return text(require(at('uses-main.js')));
});
step('a package with exports', () => {
  file('node_modules/ex/package.json', '{"name": "ex", "exports": {".": {"import": "./no.mjs",' +
    '"require": "./yes.js"}, "./sub/*": "./deep/*.js", "./none": null}}');
  file('node_modules/ex/yes.js', 'module.exports = "yes";');
  file('node_modules/ex/deep/x.js', 'module.exports = "deep";');
  file('uses-ex.js', 'module.exports = require("ex") + require("ex/sub/x");');
  file('uses-none.js', 'require("ex/none");');
  return text(require(at('uses-ex.js')), thrown(() => require(at('uses-none.js'))).length > 20);
});
step('imports of a package', () => {
  file('im/package.json', '{"name": "im", "imports": {"#in": "./in.js"}, "exports": "./main.js"}');
  file('im/in.js', 'module.exports = "in";');
  file('im/main.js', 'module.exports = require("#in");');
  file('im/self.js', 'module.exports = require("im");');
  return text(require(at('im/main.js')), require(at('im/self.js')));
});
step('an ES module by require', () => {
  file('es.mjs', 'export const a = 1; export default "d";');
  file('typed/package.json', '{"type": "module"}');
  file('typed/x.js', 'export const b = 2;');
  return text(require(at('es.mjs')).default, require(at('es.mjs')).a, require(at('typed/x.js')).b);
});
step('cycles', () => {
  file('c1.js', 'exports.a = 1; exports.seen = require("./c2.js").seen;');
  file('c2.js', 'exports.seen = require("./c1.js").a;');
  return text(require(at('c1.js')).seen);
});
step('errors', () => {
  file('throws.js', 'throw new RangeError("mine");');
  file('syntax.js', 'let a = ;');
  file('bad.json', '{');
  let code = '';
  try { require(at('none.js')); } catch (error) { code += error.code; }
  try { require(at('syntax.js')); } catch (error) { code += ' ' + error.name; }
  try { require(at('bad.json')); } catch (error) { code += ' ' + error.name; }
  try { require('no-such-package'); } catch (error) { code += ' ' + error.code; }
  return text(code, thrown(() => require('')), thrown(() => require('node:none')),
    thrown(() => require(5)));
});
step('a module that throws', () => text(thrown(() => require(at('throws.js')))));
step('resolve and cache', () => text(require.resolve(at('one')) === at('one.js'),
  require.resolve('fs'), require.resolve('node:fs'), typeof require.cache[at('one.js')],
  typeof require.resolve.paths('x')[0]));
step('reload', () => {
  delete require.cache[at('one.js')];
  return text(require(at('one.js')).a);
});
step('module object', () => {
  file('mod.js', 'module.exports = [module.id, module.filename, module.loaded, module.paths[0]];');
  const found = require(at('mod.js'));
  return text(found[0] === at('mod.js'), found[1] === at('mod.js'), found[2],
    found[3] === at('node_modules'));
});
step('createRequire and others', () => text(typeof Module.createRequire(at('x.js'))('./one.js').a,
  Module.isBuiltin('fs'), Module.isBuiltin('nope'), Module.builtinModules.length > 30,
  new Module('x').id, typeof Module.wrap('')));
step('_compile', () => {
  const made = new Module(at('made.js'));
  made.filename = at('made.js');
  made.paths = [];
  made._compile('module.exports = 5', at('made.js'));
  return text(made.exports);
});
step('import', async () => {
  const one = await import(at('one.js'));
  return text(one.default.a, one.a);
});
