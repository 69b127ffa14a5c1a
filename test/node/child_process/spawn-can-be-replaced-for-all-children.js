'use strict';
// flags: --no-deprecation
// What test runners do to see all children: replace ChildProcess.prototype.spawn() and the spawn()
// of process.binding('spawn_sync'), and change the environment.
const assert = require('assert');
const { ChildProcess, execFileSync, spawn, spawnSync } = require('child_process');

const files = [];
const replacement = (original) => function(options) {
  files.push(options.file);
  assert(Array.isArray(options.args));
  options.envPairs = [...options.envPairs.map((pair) => pair), 'SEEN=yes'];
  return original.call(this, options);
};
const binding = process.binding('spawn_sync');
binding.spawn = replacement(binding.spawn);
ChildProcess.prototype.spawn = replacement(ChildProcess.prototype.spawn);

assert.strictEqual(spawnSync('sh', ['-c', 'echo $SEEN']).stdout.toString(), 'yes\n');
assert.strictEqual(execFileSync('sh', ['-c', 'echo $SEEN']).toString(), 'yes\n');
const child = spawn('sh', ['-c', 'test "$SEEN" = yes']);
let code;
child.on('exit', (value) => { code = value; });
process.on('exit', () => {
  assert.strictEqual(code, 0);
  assert.deepStrictEqual(files, ['sh', 'sh', 'sh']);
});
