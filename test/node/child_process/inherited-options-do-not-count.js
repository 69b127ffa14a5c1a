'use strict';
// Options on Object.prototype do not reach a child, whether the caller gives options or not.
const assert = require('assert');
const { exec, execFileSync, execSync, spawnSync } = require('child_process');

const polluted = {
  shell: '/bin/false', argv0: 'other', cwd: '/nonexistent', uid: 4242, gid: 4242,
  file: '/bin/false', args: ['false'], maxBuffer: 0, timeout: 1, serialization: 'none', value: 7,
  flags: 1,
};
Object.assign(Object.prototype, polluted);
try {
  assert.strictEqual(execSync('echo a').toString(), 'a\n');
  assert.strictEqual(execSync('id -u', { encoding: 'utf8' }), `${process.getuid()}\n`);
  assert.strictEqual(execFileSync('echo', ['a']).toString(), 'a\n');
  assert.strictEqual(spawnSync('echo', ['a'], {}).status, 0);
  exec('echo a', (error, stdout) => {
    assert.strictEqual(error, null);
    assert.strictEqual(stdout, 'a\n');
  });
} finally {
  for (const name of Object.keys(polluted))
    delete Object.prototype[name];
}

// Where Node lets an inherited option through, it counts.
Object.prototype.input = 'text';
try {
  assert.strictEqual(spawnSync('cat').stdout.toString(), 'text');
} finally {
  delete Object.prototype.input;
}
