'use strict';
// --cpu-prof writes a profile in V8's format when the program ends; its samples name the function
// that was busy. Its folder is the one at start, whatever the program does to the current one.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-cpu-prof-'));
const code = `function busy() {
  const before = process.cpuUsage();
  let sum = 0;
  do {
    for (let i = 0; i < 1e6; i++)
      sum += i % 7;
  } while (process.cpuUsage(before).user < 500_000);
  return sum;
}
busy();`;

function profile(text, ...options) {
  const { status, stderr } = spawnSync(
    process.execPath, ['--cpu-prof', ...options, '-e', text], { cwd: folder, encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  return stderr;
}

// A program whose current folder is removed.
const leave = `const gone = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-gone-'));
process.chdir(gone);
fs.rmdirSync(gone);
process.on('exit', () => console.error('the next listener'));`;

try {
  profile(code, '--cpu-prof-dir=profiles', '--cpu-prof-name=one.cpuprofile');
  const { nodes, samples, timeDeltas, startTime, endTime } = JSON.parse(
    fs.readFileSync(path.join(folder, 'profiles', 'one.cpuprofile'), 'utf8'));
  assert.strictEqual(nodes[0].callFrame.functionName, '(root)');
  const busy = nodes.filter(({ callFrame }) => callFrame.functionName === 'busy');
  assert.ok(busy.some(({ hitCount }) => hitCount > 0), JSON.stringify(nodes));
  assert.strictEqual(samples.length, timeDeltas.length);
  const ids = new Set(nodes.map(({ id }) => id));
  assert.ok(samples.every((id) => ids.has(id)));
  assert.ok(nodes.every(({ children }) => children.every((id) => ids.has(id))));
  assert.ok(timeDeltas.every((delta) => delta >= 0));
  assert.ok(startTime + timeDeltas.reduce((a, b) => a + b, 0) <= endTime);
  assert.strictEqual(profile(leave), 'the next listener\n');
  assert.match(fs.readdirSync(folder).find((name) => name !== 'profiles'),
               /^CPU\.\d{8}\.\d{6}\.\d+\.0\.001\.cpuprofile$/);
  // A relative folder is one of the current folder at exit.
  assert.match(profile(leave, '--cpu-prof-dir=profiles', '--cpu-prof-name=two.cpuprofile'),
               /^gyre: cannot write the profile two\.cpuprofile: .*\nthe next listener\n$/m);
  profile(`process.chdir('profiles')`, '--cpu-prof-dir=inner', '--cpu-prof-name=three.cpuprofile');
  assert.ok(fs.existsSync(path.join(folder, 'profiles', 'inner', 'three.cpuprofile')));
} finally {
  fs.rmSync(folder, { recursive: true });
}
