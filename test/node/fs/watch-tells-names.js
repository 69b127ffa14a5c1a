'use strict';
// fs.watch tells the name of what changed, also below a folder made after it began; close() ends
// it.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const seen = new Set();
let closed = false;
const watcher = fs.watch(folder, { recursive: true, ignore: '*.tmp' }, (type, name) => {
  assert.ok(type === 'rename' || type === 'change');
  seen.add(name);
  if (name === 'new')
    fs.writeFileSync(path.join(folder, 'new', 'inside'), '');
  if (name === path.join('new', 'inside'))
    watcher.close();
});
watcher.on('close', () => {
  closed = true;
  fs.rmSync(folder, { recursive: true });
});
fs.writeFileSync(path.join(folder, 'no.tmp'), '');
fs.mkdirSync(path.join(folder, 'new'));

process.on('exit', () => {
  assert.ok(closed);
  assert.ok(seen.has('new'));
  assert.ok(!seen.has('no.tmp'));
});
