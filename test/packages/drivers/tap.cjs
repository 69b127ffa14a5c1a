// Suites run by its command: passing, failing, todo, mocks, snapshots; children's coverage is off
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const modules = path.dirname(path.dirname(require.resolve('tap/package.json')));
const cli = path.join(modules, 'tap/dist/esm/run.mjs');
fs.symlinkSync(modules, 'node_modules');
fs.mkdirSync('test');
fs.writeFileSync('package.json', '{ "name": "app", "version": "1.0.0" }');
fs.writeFileSync('b.cjs', 'module.exports = { two: () => require("./c.cjs").one + 1 };');
fs.writeFileSync('c.cjs', 'exports.one = 1;');
fs.writeFileSync('test/passes.test.cjs', `const t = require('tap');
t.test('adds', (t) => { t.equal(1 + 1, 2); t.same({ a: [1] }, { a: [1] }); t.end(); });
t.test('throws', async (t) => { t.throws(() => { throw new TypeError('x'); }, TypeError); await t.rejects(Promise.reject(new Error('y')), { message: 'y' }); });
t.test('folders', (t) => { const folder = t.testdir({ f: 'text' }); t.equal(require('fs').readFileSync(folder + '/f', 'utf8'), 'text'); t.end(); });
t.test('mocks', (t) => { t.equal(t.mockRequire('../b.cjs', { '../c.cjs': { one: 10 } }).two(), 11); t.end(); });
t.test('snapshots', (t) => { t.matchSnapshot({ a: [1, 'b'], c: new Map([[1, 2]]) }, 'object'); t.end(); });
t.test('later', { todo: true });`);
fs.writeFileSync('test/fails.test.mjs', `import t from 'tap';
t.test('fails', (t) => { t.same({ a: 1 }, { a: 2 }, 'differs'); t.plan(1); });
t.test('children', (t) => { t.spawn(process.execPath, ['-e', 'console.log("ok 1 - child\\\\n1..1")']); t.end(); });`);
// Not compared: times, paths, and the receivers that the engine's stacks do not name.
const shown = (text) => text.replaceAll(path.basename(process.execPath) + ' -e', 'RUNTIME -e').replace(/# time=.*|time=.*ms|^ *(typeName|functionName|methodName|isToplevel|command|cwd): .*\n|^ *- .*\n/gm, '')
  .replace(/^( *)(Object|Test|Context)\.<anonymous> \((.*)\)$/gm, '$1$3');
for (const args of [['--snapshot', 'test/passes.test.cjs'], ['test/passes.test.cjs', 'test/fails.test.mjs']]) {
  const done = spawnSync(process.execPath, [cli, '--disable-coverage', '--reporter=tap', '--jobs=1', ...args], { encoding: 'utf8' });
  console.log(done.status, shown(done.stdout), done.stderr);
}
console.log(fs.readFileSync('tap-snapshots/test/passes.test.cjs.test.cjs', 'utf8'));
