// Suites that pass, fail and skip: mocks, fake timers, snapshots, a transform; in one process and with workers
const { spawnSync } = require('child_process');
const fs = require('fs'), path = require('path');
fs.writeFileSync('package.json', JSON.stringify({ name: 'suite', jest: { testEnvironment: 'node', transform: {}, cacheDirectory: path.resolve('cache') } }));
fs.writeFileSync('add.js', 'module.exports = { add: (a, b) => a + b, later: (done) => setTimeout(() => done("late"), 5000) };');
fs.writeFileSync('one.test.js', `
const { add, later } = require('./add');
const fs = require('fs');
jest.mock('./other', () => ({ value: 42 }), { virtual: true });
describe('add', () => {
  beforeEach(() => { jest.useFakeTimers(); });
  afterEach(() => { jest.useRealTimers(); });
  test('adds', () => { expect(add(1, 2)).toBe(3); });
  test.each([[1, 1, 2], [2, 2, 4]])('adds %i and %i', (a, b, sum) => { expect(add(a, b)).toBe(sum); });
  test('waits', () => { const done = jest.fn(); later(done); jest.advanceTimersByTime(5000); expect(done).toHaveBeenCalledWith('late'); });
  test('mocks', () => { expect(require('./other').value).toBe(42); const spy = jest.spyOn(fs, 'existsSync').mockReturnValue(true); expect(fs.existsSync('/none')).toBe(true); spy.mockRestore(); });
  test('is async', async () => { jest.useRealTimers(); await expect(Promise.reject(new Error('no'))).rejects.toThrow('no'); });
  test('snapshot', () => { expect({ a: [1, new Map([[1, 2]])], d: new Date(0), f() {} }).toMatchSnapshot(); });
  test('of realms', () => { expect([]).toEqual(new Array()); expect(Buffer.from('a')).toEqual(Buffer.from('a')); expect(new Error('x')).toBeInstanceOf(Error); expect(JSON.parse('[1]')).toBeInstanceOf(Array); });
  test.skip('is skipped', () => {});
  test.todo('is planned');
});`);
fs.writeFileSync('two.test.js', `
test('fails', () => { expect({ a: 1, b: [1, 2] }).toEqual({ a: 1, b: [1, 3] }); });
test('throws', () => { throw new TypeError('thrown'); });
test('module', async () => { const { readFile } = await import('fs/promises').catch(() => require('fs/promises')); expect((await readFile(__filename, 'utf8')).length > 5).toBe(true); });`);
const run = (...args) => {
  const child = spawnSync(process.execPath, [path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js'), '--colors=false', ...args], { encoding: 'utf8', env: { ...process.env, CI: '' } });
  const clean = (text) => text.replace(/^\s+at .*\n/gm, '').replace(/ ?\(?\d+(\.\d+)? m?s\)?/g, '').replace(/Time:.*/g, 'Time').replace(/, estimated.*/g, '');
  console.log(child.status, child.signal, clean(child.stdout + child.stderr));
};
run('--runInBand', '--ci=false', 'one');
console.log(fs.readFileSync('__snapshots__/one.test.js.snap', 'utf8'));
run('--runInBand', 'two');
run('--maxWorkers=2', '--silent', '-t', 'add');
run('--listTests', '--json');
