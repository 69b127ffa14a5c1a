// flags: --no-warnings
'use strict';
// A name that a module has not exported yet is undefined to the module that it requires; a warning
// says so. What a compiler reads of every module is not warned of.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cycle-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
fs.writeFileSync(path.join(root, 'a.js'), "exports.early = 1; require('./b'); exports.late = 2;");
fs.writeFileSync(path.join(root, 'b.js'),
                 "const a = require('./a'); a.early; a.__esModule; a.toString; a.late;");

const warnings = [];
process.on('warning', ({ message }) => warnings.push(message));
const a = require(path.join(root, 'a.js'));
assert.deepStrictEqual(a, { early: 1, late: 2 });
assert.strictEqual(Object.getPrototypeOf(a), Object.prototype);
process.on('exit', () => assert.deepStrictEqual(warnings, [
  "Accessing non-existent property 'late' of module exports inside circular dependency",
]));
