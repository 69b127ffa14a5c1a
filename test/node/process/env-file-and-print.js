'use strict';
// --env-file sets what the environment lacks, later files over earlier ones; -p takes its text from
// the next word, from -e or from standard input; a program may take the place of _fatalException.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'a.env'), 'A=1\nB="two words"\n');
fs.writeFileSync(path.join(folder, 'b.env'), 'A=3\nHOME=nowhere\n');

function run(args, input = '') {
  const env = { ...process.env, HOME: '/home' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args,
                                               { cwd: folder, input, env, encoding: 'utf8' });
  return { stdout, stderr, status };
}
const printed = (args, input) => run(args, input).stdout.trim();

const SHOW = 'process.env.A + process.env.B + process.env.HOME';
assert.strictEqual(printed(['--env-file=a.env', '--env-file', 'b.env', '-p', SHOW]),
                   '3two words/home');
assert.strictEqual(printed(['--env-file-if-exists=none.env', '-p', '7']), '7');
const missing = run(['--env-file=none.env', '-p', '7']);
assert.strictEqual(missing.status, 9);
assert.match(missing.stderr, /none\.env: not found\n$/);

assert.strictEqual(printed(['-p', '1 + 1']), '2');
assert.strictEqual(printed(['-pe', '1 + 2']), '3');
assert.strictEqual(printed(['-p', '-e', '1 + 3']), '4');
assert.strictEqual(printed(['-e', '1 + 4', '-p']), '5');
assert.strictEqual(printed(['-p'], '1 + 5'), '6');
assert.strictEqual(printed(['-p', '-'], '1 + 6'), '7');

assert.strictEqual(run(['-e', 'process._fatalException = undefined; throw 1']).status, 6);
assert.strictEqual(printed(['-e', 'process._fatalException = (error) => ' +
                                  'console.log(error) || true; throw 1']), '1');
assert.strictEqual(run(['--unhandled-rejections=foo', '-e', '']).status, 9);
