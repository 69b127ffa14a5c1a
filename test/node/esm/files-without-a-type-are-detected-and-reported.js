'use strict';
// A .js file whose package has no "type" is an ES module by its syntax, or by declaring what
// scripts of CommonJS have; the first one of a package makes a warning. With a top-level await, a
// variable of CommonJS is ambiguous.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'typeless-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
};
const run = (name) => {
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, name)],
                                       { encoding: 'utf8' });
  return { stdout, stderr, warnings: stderr.split('[MODULE_TYPELESS_PACKAGE_JSON]').length - 1 };
};

write('package.json', '{}');
write('first.js', 'import "./second.js"; console.log("first");');
write('second.js', 'export {}; console.log("second");');
const both = run('first.js');
assert.strictEqual(both.stdout, 'second\nfirst\n');
assert.strictEqual(both.warnings, 1);
for (const text of [
  /Module type of file:.*\.js is not specified and it doesn't parse as CommonJS\.\n/,
  /Reparsing as ES module because module syntax was detected\. This incurs a performance /,
  /To eliminate this warning, add "type": "module" to .*package\.json\./,
])
  assert.match(both.stderr, text);

write('require.cjs', 'require("./second.js");');
assert.deepStrictEqual(run('require.cjs'), { stdout: 'second\n', stderr: '', warnings: 0 });
write('node_modules/a/package.json', '{}');
write('node_modules/a/index.js', 'export {};');
write('dependent.mjs', 'import "a";');
assert.strictEqual(run('dependent.mjs').warnings, 0);
write('script.js', 'function f() { const module = 1; } console.log(typeof exports);');
assert.deepStrictEqual(run('script.js'), { stdout: 'object\n', stderr: '', warnings: 0 });

write('names.js', 'const exports = 1, module = 2; const __dirname = 3; console.log(exports);');
assert.strictEqual(run('names.js').stdout, '1\n');
write('twice.js', 'const a = 1; const a = 2; const exports = 3;');
assert.match(run('twice.js').stderr, /SyntaxError: Identifier '(?:a|exports)' has already/);

const ADVICE = {
  require: 'replace require\\(\\) with import', module: 'use export instead of',
  exports: 'use export instead of', __filename: 'use import\\.meta\\.filename instead',
  __dirname: 'use import\\.meta\\.dirname instead',
};
for (const name of Object.keys(ADVICE)) {
  write('await.js', `console.log(${name}); await 1;`);
  const { stderr } = run('await.js');
  assert.match(stderr, new RegExp(
    `ReferenceError: Cannot determine intended module format because both '${name}' and ` +
    `top-level await are present\\..* If the code is intended to be an ES module, ` +
    ADVICE[name]));
  assert.match(stderr, /code: 'ERR_AMBIGUOUS_MODULE_SYNTAX'/);
}
write('plain.mjs', 'console.log(require);');
assert.match(run('plain.mjs').stderr, /require is not defined in ES module scope, you can use/);
