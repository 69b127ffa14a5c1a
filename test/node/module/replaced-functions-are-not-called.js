'use strict';
// require() and import() go on when a program has replaced what the loader could call.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { createRequire } = require('module');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'replaced-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

function write(name) {
  const dir = `${root}/node_modules/${name}`;
  fs.mkdirSync(`${dir}/lib`, { recursive: true });
  fs.writeFileSync(`${dir}/package.json`, JSON.stringify({
    name, exports: { '.': { import: './index.mjs', require: './index.js' }, './*': './lib/*.js' },
  }));
  fs.writeFileSync(`${dir}/index.js`, 'module.exports = require("./data.json").a + 1;');
  fs.writeFileSync(`${dir}/data.json`, '{"a": 1}');
  fs.writeFileSync(`${dir}/lib/part.js`, 'exports.part = __filename.length > 0;');
  fs.writeFileSync(`${dir}/index.mjs`, `import { part } from '${name}/part';
    import data from './data.json' with { type: 'json' };
    export * from './other.mjs'; export default [part, data.a];`);
  fs.writeFileSync(`${dir}/other.mjs`, 'export let other = import.meta.url.length > 0;');
}
write('before');
write('after');
fs.writeFileSync(`${root}/load.js`, 'module.exports = (name) => import(name);');
const requireHere = createRequire(`${root}/main.js`);
const importHere = requireHere('./load.js');

function broken() { throw new Error('a built-in called what the program has replaced'); }
const REPLACED = [
  [Array.prototype, ['push', 'pop', 'shift', 'splice', 'slice', 'indexOf', 'includes', 'map',
                     'filter', 'forEach', 'every', 'some', 'find', 'join', 'concat', 'sort']],
  [String.prototype, ['indexOf', 'startsWith', 'endsWith', 'includes', 'replace', 'replaceAll',
                      'padEnd', 'repeat']],
  [Map.prototype, ['get', 'set', 'has']], [Set.prototype, ['add']],
  [Function.prototype, ['apply', 'bind']],
  [Object, ['keys', 'assign', 'create', 'defineProperty', 'hasOwn', 'entries']],
  [Reflect, ['apply', 'construct', 'ownKeys']], [Array, ['isArray', 'from']],
  [JSON, ['parse', 'stringify']], [Math, ['max', 'min']],
];

function withReplaced(run) {
  const saved = [];
  for (let i = 0; i < REPLACED.length; i++) {
    const object = REPLACED[i][0], names = REPLACED[i][1];
    for (let at = 0; at < names.length; at++) {
      saved[saved.length] = { object, name: names[at], value: object[names[at]] };
      object[names[at]] = broken;
    }
  }
  const restore = () => {
    for (let i = 0; i < saved.length; i++)
      saved[i].object[saved[i].name] = saved[i].value;
  };
  return run(restore);
}

async function check() {
  assert.strictEqual(requireHere('before'), 2);
  await importHere('before');
  let required;
  const space = await withReplaced((restore) => {
    try {
      required = requireHere('after');
    } catch (error) {
      restore();
      throw error;
    }
    return importHere('after').finally(restore);
  });
  assert.strictEqual(required, 2);
  assert.deepStrictEqual([space.default, space.other], [[true, 1], true]);
}
check();
