// The first require() of a program, when it names a built-in module, heeds what the program has
// replaced before: an entry of require.cache, module.require, Module._load.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-require-'));
const file = path.join(dir, 'main.js');
const run = (text) => {
  fs.writeFileSync(file, text);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  return stdout + stderr;
};

const cases = [
  ['console.log(require("os") === require("node:os"), typeof require("os").cpus)',
   'true function\n'],
  ['require.cache.os = { exports: 5, children: [] }; console.log(require("os"))', '5\n'],
  ['require.cache.os = { exports: 5 }; console.log(typeof require("node:os"))', 'object\n'],
  ['module.require = (id) => `own ${id}`; console.log(require("os"))', 'own os\n'],
  ['module.constructor._load = (id) => `own ${id}`; console.log(require("os"))', 'own os\n'],
  ['require("module")._load = (id) => `own ${id}`; console.log(require("os"))', 'own os\n'],
  ['require("diagnostics_channel").tracingChannel("module.require")' +
     '.subscribe({ start: ({ id }) => console.log("start", id) }); require("os")', 'start os\n'],
];
const refused = [
  ['require("internal/util")', 'MODULE_NOT_FOUND'],
  ['require("sqlite")', 'MODULE_NOT_FOUND'],
  ['require("test")', 'MODULE_NOT_FOUND'],
  ['require("node:internal/util")', 'ERR_UNKNOWN_BUILTIN_MODULE'],
  ['require(5)', 'ERR_INVALID_ARG_TYPE'],
  ['require("")', 'ERR_INVALID_ARG_VALUE'],
];
try {
  for (const [text, expected] of cases)
    assert.strictEqual(run(text), expected, text);
  for (const [text, code] of refused)
    assert.strictEqual(run(`try { ${text} } catch (e) { console.log(e.code) }`), `${code}\n`, text);
} finally {
  fs.rmSync(dir, { recursive: true });
}
