'use strict';
// --entry-url: the main script is a URL, with its query.
const assert = require('assert');
const { spawnSync } = require('child_process');

const run = (url, cwd) => {
  const args = ['--no-warnings', '--entry-url', url];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return stdout + stderr;
};
assert.strictEqual(run('data:text/javascript,console.log(import.meta.url.slice(0, 5))'), 'data:\n');
assert.match(run('fixtures/common.cjs?a#b', __dirname), /^$/);
assert.match(run('./not%20there.mjs', __dirname), /ERR_MODULE_NOT_FOUND/);
