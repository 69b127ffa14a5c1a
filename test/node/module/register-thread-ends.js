'use strict';
// When the thread of module.register() ends, the process ends with its code, and reports its error:
// before a call, during one and while there is none.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-register-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'module.mjs'), 'export default 1;');

function run(hooks, program) {
  fs.writeFileSync(path.join(folder, 'hooks.mjs'), hooks);
  fs.writeFileSync(path.join(folder, 'main.mjs'), `
    import { register } from 'node:module';
    process.on('exit', (code) => console.log('exit', code));
    const words = new Int32Array(new SharedArrayBuffer(8));    // ended, registered
    register('./hooks.mjs', import.meta.url, { data: words });
    Atomics.store(words, 1, 1);
    Atomics.notify(words, 1);
    ${program}
  `);
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath, ['--no-deprecation', path.join(folder, 'main.mjs')],
    { encoding: 'utf8', timeout: 20000 });
  return { status, signal, stdout, stderr };
}

// A hook that does `what` when module.mjs is resolved and does not return.
const during = (what) => `export async function resolve(specifier, context, next) {
  if (!specifier.endsWith('module.mjs'))
    return next(specifier, context);
  setImmediate(() => { ${what} });
  return new Promise((resolve) => setTimeout(resolve, 2 ** 30));
}`;

// Does `what` after register() has returned, and says so.
const after = (what) => `export function initialize(words) {
  setImmediate(() => {
    Atomics.wait(words, 1, 0);
    process.on('exit', () => { Atomics.store(words, 0, 1); Atomics.notify(words, 0); });
    ${what}
  });
}`;

const importing = "await import('./module.mjs'); console.log('imported');";
const waiting = `Atomics.wait(words, 0, 0); ${importing}`;
const idle = 'setInterval(() => {}, 2 ** 30);';
const thrown = "throw new RangeError('in a hook');";

for (const [hooks, program] of [
  [during('process.exit(7);'), importing],
  [after('process.exit(7);'), waiting],
  [after('process.exit(7);'), idle],
]) {
  assert.deepStrictEqual(run(hooks, program),
                         { status: 7, signal: null, stdout: 'exit 7\n', stderr: '' });
}

for (const [hooks, program] of [
  [during(thrown), importing], [after(thrown), waiting], [after(thrown), idle],
]) {
  const { status, stdout, stderr } = run(hooks, program);
  assert.strictEqual(status, 1);
  assert.strictEqual(stdout, 'exit 1\n');
  assert.match(stderr, /hooks\.mjs:\d+\n[^]*RangeError: in a hook\n/);
}

// A call that nothing can answer ends with an error; the thread goes on.
const { stdout } = run(`export async function resolve(specifier, context, next) {
  return specifier === 'never' ? new Promise(() => {}) : next(specifier, context);
}`, `
  await import('never').catch((error) => console.log(error.code));
  ${importing}`);
assert.strictEqual(stdout, 'ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED\nimported\nexit 0\n');
