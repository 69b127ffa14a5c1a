// flags: --experimental-vm-modules --no-warnings
'use strict';
// vm.SourceTextModule and vm.SyntheticModule: linking, evaluation, contexts, errors.
const assert = require('assert');
const util = require('util');
const vm = require('vm');
const { SourceTextModule, SyntheticModule } = vm;

async function linkedByTheProgram() {
  const context = vm.createContext({ add: 2, sum: 0 });
  const values = new SyntheticModule(['x'], () => values.setExport('x', 1), { context });
  const main = new SourceTextModule(
    'import { x } from "values"; sum = x + add; export const read = () => x;', { context });
  assert.deepStrictEqual(main.moduleRequests.map(({ specifier }) => specifier), ['values']);
  assert.strictEqual(main.status, 'unlinked');
  await main.link((specifier, from, { attributes }) => {
    assert.deepStrictEqual([specifier, from, { ...attributes }], ['values', main, {}]);
    return values;
  });
  assert.strictEqual(main.status, 'linked');
  assert.strictEqual(await main.evaluate(), undefined);
  assert.strictEqual(context.sum, 3);
  values.setExport('x', 7);
  assert.strictEqual(main.namespace.read(), 7);     // live
  assert.match(util.inspect(main), /^SourceTextModule \{\n {2}status: 'evaluated'/);
}

async function linkedAtOnceInACycle() {
  const a = new SourceTextModule('import { b } from "b"; export const a = () => 1; export { b };');
  const b = new SourceTextModule('import { a } from "a"; export const b = () => a() + 1;');
  a.linkRequests([b]);
  assert.throws(() => a.instantiate(), { code: 'ERR_VM_MODULE_LINK_FAILURE' });
  b.linkRequests([a]);
  a.instantiate();
  assert.match(util.inspect(a.evaluate()), /^Promise { undefined }/);       // settled already
  assert.strictEqual(a.namespace.b(), 2);
}

async function errors() {
  const thrown = new SourceTextModule('throw 5');
  await assert.rejects(thrown.evaluate(), { code: 'ERR_VM_MODULE_STATUS' });
  await thrown.link(() => {});
  assert.strictEqual(await thrown.evaluate().catch((error) => error), 5);
  assert.deepStrictEqual([thrown.status, thrown.error], ['errored', 5]);
  const importing = () => new SourceTextModule('import { y } from "x"');
  await assert.rejects(importing().link(() => 1), { code: 'ERR_VM_MODULE_NOT_MODULE' });
  await assert.rejects(importing().link(() => thrown),
                       { code: 'ERR_VM_MODULE_LINK_FAILURE', cause: 5 });
  await assert.rejects(importing().link(() => new SourceTextModule('')), {
    name: 'SyntaxError',
    message: "The requested module 'x' does not provide an export named 'y'",
  });
  await assert.rejects(importing().link(
    () => new SourceTextModule('', { context: vm.createContext() })),
                       { code: 'ERR_VM_MODULE_DIFFERENT_CONTEXT' });
  const endless = new SourceTextModule('for (;;);');
  await endless.link(() => {});
  await assert.rejects(endless.evaluate({ timeout: 20 }),
                       { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  assert.throws(() => new vm.Module(), { message: 'Module is not a constructor' });
}

async function topLevelAwait() {
  const waits = new SourceTextModule(
    'export const x = await 3; export const { url } = import.meta;',
    { initializeImportMeta: (meta) => { meta.url = 'u'; } });
  await waits.link(() => {});
  assert.deepStrictEqual([waits.hasTopLevelAwait(), waits.hasAsyncGraph()], [true, true]);
  await waits.evaluate();
  assert.deepStrictEqual({ ...waits.namespace }, { url: 'u', x: 3 });
}

Promise.all([linkedByTheProgram(), linkedAtOnceInACycle(), errors(), topLevelAwait()])
  .then(() => process.exitCode = 0);
process.exitCode = 1;
