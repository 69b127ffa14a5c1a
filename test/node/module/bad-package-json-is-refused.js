'use strict';
// A package.json that is no object, or whose "name" or "type" is no string, is refused by require,
// by import and for the main script. A "main" or "exports" of a wrong type counts as absent. What
// is no JSON in a field that is not needed is not noticed, in "exports" it is a SyntaxError, unless
// it is the first item of them.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { createRequire } = require('module');

const REFUSED = ['', '{', '[]', '1', 'null', '"x"', '{"name": 1}', '{"name": null}',
                 '{"x": 1,}', '{"x" 1}', '{} x', '{"x": [1}', '{"name": "\\ud800"}', '{"x": "}',
                 '{"exports": {"."z {}}}', '{"exports": {x: 1}}', '{"imports": {"#x": ,}}',
                 '{"imports": ["#x": {}]}', '{"exports": [,]}', '{"x": \\"y"}',
                 '{"type": 1}', '{"type": null}', '{"type": ["module"]}', '{"type": {}}'];
const TAKEN = ['{}', '{"main": 1}', '{"main": {}}', '{"exports": 1}', '{"exports": false}',
               '{"exports": null}', '{"imports": 1}', '{"type": "x"}', '{"name": ""}',
               '{"scripts": 1}', '{"x": nonsense}', '{"x": {nonsense]}', '{"main": "\\q"}', '{}}',
               '{"x": : [1]}, "main": "index.js"}'];
const BROKEN = ['{"exports": {".": "./index.js",}}', '{"imports": {nonsense}}',
                '{"exports": {,}}', '{"imports": [nonsense]}', '{"imports": {"#x": nonsense}}'];
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const requireHere = createRequire(`${root}/main.js`);

function write(text, i) {
  const dir = `${root}/node_modules/p${i}`;
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(`${dir}/package.json`, text);
  fs.writeFileSync(`${dir}/index.js`, 'module.exports = 1;');
  return dir;
}

async function check() {
  fs.mkdirSync(`${root}/node_modules`);
  fs.writeFileSync(`${root}/import.mjs`, 'export default (name) => import(name);');
  const importHere = (await import(`${root}/import.mjs`)).default;
  let i = 0;
  for (const text of REFUSED) {
    const dir = write(text, i++), name = path.basename(dir);
    const message = `Invalid package config ${dir}/package.json`;
    const code = 'ERR_INVALID_PACKAGE_CONFIG';
    assert.throws(() => requireHere(name), { code, message: `${message}.` }, text);
    await assert.rejects(importHere(name), {
      code, message: `${message} while importing "${name}" from ${root}/import.mjs.`,
    }, text);
    const { status, stderr } = spawnSync(process.execPath, [`${dir}/index.js`]);
    assert.strictEqual(status, 1, text);
    assert.ok(stderr.includes(message) && stderr.includes(code), text);
  }
  for (const text of TAKEN) {
    const name = path.basename(write(text, i++));
    assert.strictEqual(requireHere(name), 1, text);
    assert.strictEqual((await importHere(name)).default, 1, text);
  }
  for (const text of BROKEN) {
    const name = path.basename(write(text, i++));
    assert.throws(() => requireHere(name), SyntaxError, text);
    await assert.rejects(importHere(name), SyntaxError, text);
  }
}
check();
