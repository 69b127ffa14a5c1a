// flags: --experimental-vm-modules --no-warnings
'use strict';
// import() in text of vm: importModuleDynamically is called, or the loader of the program, or it is
// rejected.
const assert = require('assert');
const vm = require('vm');

const namespaceOf = (value) => {
  const module = new vm.SyntheticModule(['default'], () => {});
  module.setExport('default', value);
  return module;
};
const calls = [];
const importModuleDynamically = (specifier, referrer, attributes, phase) => {
  calls.push({ specifier, referrer, attributes: { ...attributes }, phase });
  return specifier === 'bad' ? 1 : namespaceOf(specifier);
};
const option = { importModuleDynamically };

async function main() {
  const script = new vm.Script('import("a", { with: { type: "t" } })', option);
  assert.strictEqual((await script.runInThisContext()).default, 'a');
  const made = vm.compileFunction('return import(name)', ['name'], option);
  assert.strictEqual((await made('b')).default, 'b');
  const source = new vm.SourceTextModule('export const { default: c } = await import("c")', option);
  await source.link(() => {});
  await source.evaluate();
  assert.strictEqual(source.namespace.c, 'c');
  assert.deepStrictEqual(calls, [
    { specifier: 'a', referrer: script, attributes: { type: 't' }, phase: 'evaluation' },
    { specifier: 'b', referrer: made, attributes: {}, phase: 'evaluation' },
    { specifier: 'c', referrer: source, attributes: {}, phase: 'evaluation' },
  ]);
  await assert.rejects(made('bad'), { code: 'ERR_VM_MODULE_NOT_MODULE' });
  await assert.rejects(vm.runInThisContext('import("fs")'),
                       { code: 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING' });

  // Promises are those of the context; its global object shows no more than before.
  const context = vm.createContext({});
  const promise = vm.runInContext('import("d")', context, option);
  assert.ok(promise instanceof vm.runInContext('Promise', context));
  assert.strictEqual((await promise).default, 'd');
  assert.deepStrictEqual(Object.getOwnPropertyNames(context), []);

  const { USE_MAIN_CONTEXT_DEFAULT_LOADER: loader } = vm.constants;
  const file = await vm.runInThisContext('import("./contexts.js")', {
    filename: __filename, importModuleDynamically: loader,
  });
  assert.strictEqual(typeof file.default, 'object');
  assert.throws(() => new vm.Script('', { importModuleDynamically: 1 }),
                { code: 'ERR_INVALID_ARG_TYPE' });
}

process.exitCode = 1;
main().then(() => process.exitCode = 0);
