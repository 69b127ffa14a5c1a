'use strict';
// --cpu-prof writes a profile in V8's format when the program ends; its samples name the function
// that was busy.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-cpu-prof-'));
const code = `function busy() {
  const end = Date.now() + 1000;
  while (Date.now() < end);
}
busy();`;

function profile(...options) {
  const { status, stderr } = spawnSync(
    process.execPath, ['--cpu-prof', ...options, '-e', code], { cwd: folder, encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
}

try {
  profile('--cpu-prof-dir=profiles', '--cpu-prof-name=one.cpuprofile');
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
  profile();
  assert.match(fs.readdirSync(folder).find((name) => name !== 'profiles'),
               /^CPU\.\d{8}\.\d{6}\.\d+\.0\.001\.cpuprofile$/);
} finally {
  fs.rmSync(folder, { recursive: true });
}
