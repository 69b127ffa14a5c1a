'use strict';
// The report names file and line, shows the line with a caret, the stack, keys and the cause.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
function report(text) {
  const file = path.join(dir, 'main.js');
  fs.writeFileSync(file, text);
  return spawnSync(process.execPath, [file], { encoding: 'utf8' }).stderr.replaceAll(file, 'FILE');
}

try {
  const thrown =
    report('\n  throw Object.assign(new TypeError("m", { cause: new Error("why") }), { k: 1 });');
  assert.ok(thrown.startsWith('FILE:2\n  throw Object'), thrown);
  assert.match(thrown, /\n  \^\n\nTypeError: m\n    at /);
  assert.match(thrown, /\n  k: 1,\n  \[cause\]: Error: why\n/);
  assert.match(thrown, /\n\nNode\.js v\d+\.\d+\.\d+\n$/);
  assert.match(report('let a = 1;\nlet b = foo bar;'),
               /^FILE:2\nlet b = foo bar;\n {12}\^\^\^\n\nSyntaxError: /);
  assert.match(report('Promise.reject(new Error("r"))'),
               /^FILE:1\nPromise.*\n {15}\^\n\nError: r\n/);
} finally {
  fs.rmSync(dir, { recursive: true });
}
