'use strict';
// What a program puts on Object.prototype is not read as if package.json said it.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { createRequire } = require('module');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'package-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
for (const name of ['a', 'b', 'c', 'd', 'e']) {
  const dir = `${root}/node_modules/${name}`;
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(`${dir}/package.json`, '{}');
  fs.writeFileSync(`${dir}/index.js`, 'module.exports = "index";');
  fs.writeFileSync(`${dir}/evil.js`, 'module.exports = "evil";');
}
const requireHere = createRequire(`${root}/main.js`);

function withInherited(key, value, run) {
  Object.prototype[key] = value;
  try {
    return run();
  } finally {
    delete Object.prototype[key];
  }
}

const values = {
  a: ['exports', './evil.js'], b: ['main', 'evil.js'], c: ['type', 'module'],
  d: ['.', './evil.js'], e: ['paths', ['/nowhere']],
};
for (const name of Object.keys(values)) {
  const [key, value] = values[name];
  assert.strictEqual(withInherited(key, value, () => requireHere(name)), 'index', key);
}
assert.throws(() => withInherited('imports', { '#x': './evil.js' }, () => requireHere('#x')),
              { code: 'MODULE_NOT_FOUND' });
