'use strict';
// A field of a package.json that is read ends with its string. Lists of targets in which no
// condition holds are passed over; an invalid target before them is reported.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { createRequire } = require('node:module');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-fields-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const CASES = [
  ['{"main":"a":1}', 'ERR_INVALID_PACKAGE_CONFIG'],
  ['{"exports":"./a.js":1}', 'ERR_INVALID_PACKAGE_CONFIG'],
  ['{"name":"p","exports":[[{"x":"./a.js"}],"./a.js"]}', undefined],
  ['{"name":"p","exports":{"default":[{"x":1}],"require":"./a.js"}}', undefined],
  ['{"name":"p","exports":["x",{"x":1}]}', 'ERR_INVALID_PACKAGE_TARGET'],
  ['{"name":"p","exports":["x",[{"x":1}]]}', 'ERR_INVALID_PACKAGE_TARGET'],
  ['{"name":"p","exports":["x",[null]]}', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
];

CASES.forEach(([text, code], i) => {
  const at = path.join(folder, `${i}`);
  fs.mkdirSync(at);
  fs.writeFileSync(path.join(at, 'package.json'), text);
  fs.writeFileSync(path.join(at, 'a.js'), 'exports.a = 1;');
  const load = () => createRequire(path.join(at, 'x.js'))('p');
  if (code === undefined)
    assert.strictEqual(load().a, 1, text);
  else
    assert.throws(load, { code }, text);
});
