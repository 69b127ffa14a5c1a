// Without free descriptors spawn() emits EMFILE; the child has no streams and no exit.
const assert = require('assert');
const fs = require('fs');
const { spawn, spawnSync } = require('child_process');

if (process.argv[2] !== 'limited') {
  const result = spawnSync('/bin/sh', ['-c', 'ulimit -n 64 && exec "$0" "$1" limited',
                                       process.execPath, __filename], { encoding: 'utf8' });
  assert.deepStrictEqual([result.status, result.stdout, result.stderr], [0, '', '']);
} else {
  assert.throws(() => {
    for (;;)
      fs.openSync(__filename);
  }, { code: 'EMFILE' });
  const child = spawn(process.execPath, ['-e', '0']);
  for (const name of ['stdin', 'stdout', 'stderr', 'stdio'])
    assert.strictEqual(child[name], undefined);
  child.on('exit', () => assert.fail('it never ran'));
  let code;
  child.on('error', (error) => { code = error.code; });
  process.on('exit', () => assert.strictEqual(code, 'EMFILE'));
}
