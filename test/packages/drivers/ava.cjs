// Suites in workers and in processes: passing, failing, snapshots, asynchronous
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
fs.writeFileSync('package.json', '{"type":"module","ava":{"files":["*.test.js"]}}');
fs.mkdirSync('node_modules');
const home = path.join(__dirname, '../node_modules/ava');
fs.symlinkSync(home, 'node_modules/ava');
fs.writeFileSync('a.test.js', `import test from 'ava';
test('passes', (t) => { t.is(1 + 1, 2); t.deepEqual({ a: [1] }, { a: [1] }); });
test('asynchronous', async (t) => { await t.throwsAsync(Promise.reject(new TypeError('x')), { instanceOf: TypeError }); });
test.serial('snapshot', (t) => { t.snapshot({ a: 1, b: [new Map([[1, 2]])] }); });
test.skip('skipped', () => {}); test.todo('planned');
`);
fs.writeFileSync('b.test.js', `import test from 'ava';
test('fails', (t) => { t.deepEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }); });
test('throws', () => { throw new RangeError('thrown'); });
`);
for (const args of [['a.test.js'], ['--no-worker-threads', 'a.test.js'], ['--tap', 'b.test.js']]) {
  const child = spawnSync(process.execPath, [path.join(home, 'entrypoints/cli.mjs'), ...args], { encoding: 'utf8', env: { ...process.env, CI: '1' } });
  console.log(child.status, child.signal, (child.stdout + child.stderr).replace(/ *\(\d+m?s\)/g, '').replace(/^ *(at |›).*\n/gm, ''));
}
