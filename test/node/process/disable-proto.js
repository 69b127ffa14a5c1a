'use strict';
// --disable-proto takes Object.prototype.__proto__ away, or makes it throw: in the program, in the
// contexts of vm and in workers.
const assert = require('assert');
const { spawnSync } = require('child_process');

function run(mode, code) {
  const { stdout, stderr } =
    spawnSync(process.execPath, [`--disable-proto=${mode}`, '-e', code], { encoding: 'utf8' });
  return stdout + stderr;
}

const STATE =
  '(function (o) { try { return typeof o.__proto__; } catch (e) { return e.code; } })({})';
const program = `
  const { Worker } = require('worker_threads');
  console.log(${STATE}, require('vm').runInNewContext(${JSON.stringify(STATE)}));
  new Worker(${JSON.stringify(`console.log(${STATE})`)}, { eval: true });`;
assert.strictEqual(run('delete', program), 'undefined undefined\nundefined\n');
assert.strictEqual(run('throw', program), 'ERR_PROTO_ACCESS ERR_PROTO_ACCESS\nERR_PROTO_ACCESS\n');
assert.strictEqual(run('throw', 'console.log({ __proto__: null }.x, Object.create(null))'),
                   'undefined [Object: null prototype] {}\n');
