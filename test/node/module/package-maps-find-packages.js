'use strict';
// --experimental-package-map: packages are where the map says, for import and require(), by the
// package that a file belongs to.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'map-')));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

function put(name, text) {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  return file;
}

put('one/index.js', "module.exports = 'one, ' + require('@x/lib/sub');");
put('two/package.json', { type: 'module', exports: './main.js' });
put('two/main.js', "import sub from '@x/lib/sub.js'; export default `two, ${sub}`;");
put('lib 1/sub.js', "module.exports = 'lib 1';");
put('lib-2/sub.js', "module.exports = 'lib 2';");
const map = put('map.json', { packages: {
  'app': { url: './app', dependencies: { one: 'one', two: 'two', lost: 'nowhere' } },
  'one': { url: './one', dependencies: { '@x/lib': 'lib@1' } },
  'two': { url: './two', dependencies: { '@x/lib': 'lib@2' } },
  'lib@1': { url: './lib%201' },
  'lib@2': { url: './lib-2' },
} });

function run(name, text, file = map) {
  const { stdout, stderr } = spawnSync(
    process.execPath, ['--no-warnings', '--experimental-package-map', file, put(name, text)],
    { encoding: 'utf8' });
  return stdout + (/\w*Error \[\w+\]: .*/.exec(stderr)?.[0] ?? stderr);
}

const both = 'one, lib 1 two, lib 2\n';
assert.strictEqual(run('app/a.cjs', "console.log(require('one'), require('two').default);"), both);
assert.strictEqual(
  run('app/a.mjs', "import one from 'one'; import two from 'two'; console.log(one, two);"), both);
assert.match(run('app/b.cjs', "require('@x/lib/sub')"), /Cannot find module '@x\/lib\/sub'/);
assert.match(run('app/b.mjs', "import '@x/lib/sub.js'"),
             /\[ERR_MODULE_NOT_FOUND\]: Cannot find package '@x\/lib\/sub.js' imported from /);
assert.strictEqual(
  run('app/c.cjs', "require('lost')"),
  'Error [ERR_PACKAGE_MAP_KEY_NOT_FOUND]: Package key "nowhere" referenced in dependencies but ' +
  `not defined in ${map}`);
assert.strictEqual(
  run('other/a.cjs', "require('one')"),
  `Error [ERR_PACKAGE_MAP_EXTERNAL_FILE]: Cannot resolve "one" from "${root}/other/a.cjs": ` +
  `file is not within any package defined in ${map}`);
// Other requests do not read the map.
put('app/e.mjs', 'export default 5;');
assert.strictEqual(
  run('app/d.mjs', "import 'fs'; import five from './e.mjs'; console.log(five);", '/nowhere.json'),
  '5\n');

function refused(text, reason) {
  const file = put('bad.json', text);
  assert.strictEqual(run('app/f.cjs', "require('one')", file),
                     `SyntaxError [ERR_PACKAGE_MAP_INVALID]: Invalid package-map.json at "${file
                     }": ${reason}`);
}
refused('{', 'invalid JSON');
refused('[]', 'missing "packages" object');
refused({ packages: { a: {} } }, 'package "a" is missing "url" field');
refused({ packages: { a: { url: 5 } } },
        'package "a" has invalid "url" field: expected string, got number');
refused({ packages: { a: { url: 'http://x/' } } },
        'package "a" has unsupported URL scheme in url "http://x/"; ' +
        'only file: URLs and relative URLs are currently supported');
refused({ packages: { a: { url: './x' }, b: { url: 'x' } } },
        'packages "a" and "b" have the same url "x"; this will be supported in the future');
