'use strict';
// Hooks of module.register() work although Object.prototype has properties with the names that the
// messages of their thread use, and the methods of ports are replaced, on both threads.
// flags: --no-warnings
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { register } = require('module');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-register-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const poison = `
  for (const name of ['args', 'conditions', 'error', 'format', 'importAttributes', 'kind', 'method',
                      'parentURL', 'source', 'url', 'value', 'waits']) {
    Object.defineProperty(Object.prototype, name,
                          { value: 'poison', writable: true, configurable: true });
  }
  for (const name of ['postMessage', 'on', 'ref', 'unref', 'start'])
    MessagePort.prototype[name] = () => { throw new Error(name); };
`;
fs.writeFileSync(path.join(folder, 'module.mjs'), 'export default 1;');
fs.writeFileSync(path.join(folder, 'hooks.mjs'), `
  ${poison}
  export async function resolve(specifier, context, next) {
    if (specifier === 'wrong')
      throw new RangeError('as asked');
    return next(specifier, context);
  }
  export const load = async (url, context, next) => next(url, context);
`);

async function main() {
  (0, eval)(poison);
  const at = pathToFileURL(`${folder}/`);
  register('./hooks.mjs', at);
  assert.strictEqual((await import(`${at}module.mjs`)).default, 1);
  assert.strictEqual((await import('node:os')).default, os);
  let error;
  await import('wrong').catch((reason) => error = reason);
  assert.strictEqual(`${error}`, 'RangeError: as asked');
}

main();
