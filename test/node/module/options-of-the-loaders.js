'use strict';
// --no-addons, --trace-require-module, --input-type with a file; Module._stat().
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const Module = require('module');
const { spawnSync } = require('child_process');

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'options-')));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

function put(name, text) {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

function run(...args) {
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
  return stdout + stderr;
}

put('node_modules/p/package.json',
    '{ "exports": { "node-addons": "./addon.js", "default": "./plain.js" } }');
put('node_modules/p/addon.js', "console.log('addon')");
put('node_modules/p/plain.js', "console.log('plain')");
assert.strictEqual(run('-e', "require('p')"), 'addon\n');
assert.strictEqual(run('--no-addons', '-e', "require('p')"), 'plain\n');
assert.strictEqual(run('--no-addons', '--input-type=module', '-e', "import 'p'"), 'plain\n');
assert.match(run('--no-addons', '-e', "process.dlopen({}, 'x')"),
             /Cannot load native addon because loading addons is disabled[^]*ERR_DLOPEN_DISABLED/);

const module_ = put('m.mjs', '');
const user = put('user.cjs', "require('./m.mjs')");
const inside = put('node_modules/q.cjs', "require('../m.mjs')");
assert.strictEqual(run(user), '');
const warned = `Warning: CommonJS module ${user} is loading ES Module ${module_} using require().` +
  '\nSupport for loading ES Module in require() is an experimental feature';
assert(run('--trace-require-module=all', user).includes(warned));
assert(run('--trace-require-module=no-node-modules', user).includes(warned));
assert.strictEqual(run('--trace-require-module=no-node-modules', inside), '');
assert.match(run('--trace-require-module=1', user), /--trace-require-module/);

assert.match(run('--input-type=module', module_), /\[ERR_INPUT_TYPE_NOT_ALLOWED\]/);

assert.strictEqual(Module._stat(user), 0);
assert.strictEqual(Module._stat(root), 1);
assert(Module._stat(path.join(root, 'nothing')) < 0);
