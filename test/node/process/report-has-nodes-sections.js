// process.report.getReport() and writeReport() have Node's sections, and tell of the error given.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const report = process.report.getReport(Object.assign(new Error('mine'), { foo: 'bar' }));
assert.deepStrictEqual(Object.keys(report), [
  'header', 'javascriptStack', 'javascriptHeap', 'nativeStack', 'resourceUsage',
  'uvthreadResourceUsage', 'libuv', 'workers', 'environmentVariables', 'userLimits',
  'sharedObjects',
]);
const { header, javascriptStack } = report;
assert.strictEqual(header.event, 'JavaScript API');
assert.strictEqual(header.trigger, 'GetReport');
assert.strictEqual(header.processId, process.pid);
assert.strictEqual(header.host, os.hostname());
assert.strictEqual(header.cpus.length, os.cpus().length);
assert.strictEqual(javascriptStack.message, 'Error: mine');
assert.deepStrictEqual(javascriptStack.errorProperties, { foo: 'bar' });
assert.ok(report.libuv.some(({ type }) => type === 'loop'));
assert.strictEqual(typeof report.userLimits.open_files.soft, 'number');
assert.ok(report.sharedObjects.some((name) => name.includes('libc.so')));

process.report.excludeEnv = process.report.excludeNetwork = true;
assert.strictEqual(process.report.getReport().environmentVariables, undefined);
assert.strictEqual(process.report.getReport().header.networkInterfaces, undefined);
for (const bad of [null, 1, 'text', () => {}])
  assert.throws(() => process.report.getReport(bad), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.report.writeReport(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => { process.report.signal = 'sigusr1'; }, { code: 'ERR_UNKNOWN_SIGNAL' });
assert.throws(() => { process.report.compact = 1; }, { code: 'ERR_INVALID_ARG_TYPE' });

function run(...args) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}
const written = run('-e', 'process.report.compact = true; process.report.writeReport("a.json")');
assert.match(written.stderr, /Writing Node.js report to file: a.json\nNode.js report completed/);
const text = fs.readFileSync(path.join(folder, 'a.json'), 'utf8');
assert.strictEqual(text.indexOf('\n'), text.length - 1);
assert.strictEqual(JSON.parse(text).header.trigger, 'API');

fs.writeFileSync(path.join(folder, 'throws.js'), 'throw new Error("x");');
const failed = run('--report-uncaught-exception', '--report-filename=b.json', 'throws.js');
assert.strictEqual(failed.status, 1);
const uncaught = JSON.parse(fs.readFileSync(path.join(folder, 'b.json'), 'utf8'));
assert.strictEqual(uncaught.header.event, 'Exception');
assert.strictEqual(uncaught.javascriptStack.message, 'Error: x');

const signalled = run('--report-on-signal', '--report-filename=c.json', '-e',
                      "const alive = setInterval(() => {}, 1000); " +
                      "process.on('SIGUSR2', () => clearInterval(alive)); " +
                      "process.kill(process.pid, 'SIGUSR2');");
assert.strictEqual(signalled.status, 0);
const { header: third } = JSON.parse(fs.readFileSync(path.join(folder, 'c.json'), 'utf8'));
assert.deepStrictEqual([third.event, third.trigger], ['SIGUSR2', 'Signal']);

const nowhere = run('--report-directory=/does/not/exist', '-e', 'process.report.writeReport()');
assert.strictEqual(nowhere.status, 0);
assert.match(nowhere.stderr, /Failed to open Node.js report file:/);
