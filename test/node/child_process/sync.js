'use strict';
// The synchronous forms give output, status and signal; time and size are limited.
const assert = require('assert');
const { spawnSync, execSync, execFileSync } = require('child_process');

const both = spawnSync('sh', ['-c', 'cat; echo e >&2; exit 2'], { input: 'in', encoding: 'utf8' });
assert.deepStrictEqual([both.status, both.signal, both.stdout, both.stderr],
                       [2, null, 'in', 'e\n']);
assert.strictEqual(execSync('echo $A', { env: { A: 'b' } }).toString(), 'b\n');
assert.strictEqual(execFileSync('pwd', { cwd: '/', encoding: 'utf8' }), '/\n');
const slow = spawnSync('sleep', ['60'], { timeout: 20, killSignal: 'SIGKILL' });
assert.deepStrictEqual([slow.error.code, slow.signal, slow.status], ['ETIMEDOUT', 'SIGKILL', null]);
assert.strictEqual(spawnSync('yes', { maxBuffer: 100 }).error.code, 'ENOBUFS');
assert.throws(() => execSync('exit 4', { stdio: 'pipe' }), { status: 4 });
const big = Buffer.alloc(3e6, 'x');
assert.ok(spawnSync('cat', { input: big, maxBuffer: 1e7 }).stdout.equals(big));
