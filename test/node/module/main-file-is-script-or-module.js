// The main file is a script or a module by its name, its nearest package.json and its text; a byte
// order mark, a "#!" line and letters beyond ASCII are no matter.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-main-'));
const write = (name, text) => {
  const file = path.join(dir, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
};
const run = (file) => {
  const { stdout, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  return [stdout, status];
};

const KIND = "console.log(typeof require === 'function' ? 'script' : 'module');";
write('m/package.json', '{ "type": "module" }');
write('c/package.json', '{ "type": "commonjs" }');
write('bad/package.json', '{ "type": ');
write('n/package.json', '{ "name": "n" }');

const cases = [
  ['m/a.js', KIND, 'said to be a module', 'module'],
  ['m/a.cjs', KIND, 'named a script', 'script'],
  ['m/node_modules/p/a.js', KIND, 'in a package of its own', 'script'],
  ['c/a.js', KIND, 'said to be a script', 'script'],
  ['n/a.js', KIND, 'nothing said', 'script'],
  ['n/b.js', `export {}; ${KIND}`, 'by its text', 'module'],
  ['n/c.js', `\ufeff${KIND}`, 'with a mark', 'script'],
  ['n/d.js', `#!/usr/bin/env node\n${KIND}`, 'with an interpreter', 'script'],
  ['n/e.js', `'日本é'; ${KIND} // import('x')`, 'beyond ASCII', 'script'],
  ['n/f', KIND, 'no extension', 'script'],
];
try {
  for (const [name, text, why, expected] of cases)
    assert.deepStrictEqual(run(write(name, text)), [`${expected}\n`, 0], `${name}: ${why}`);
  assert.deepStrictEqual(run(write('bad/a.js', KIND)), ['', 1]);
  assert.deepStrictEqual(run(path.join(dir, 'missing.js')), ['', 1]);
} finally {
  fs.rmSync(dir, { recursive: true });
}
