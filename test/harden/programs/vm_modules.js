// flags: --experimental-vm-modules --no-warnings
'use strict';
const { step, text, failure } = require('../harness.js');
const vm = require('node:vm');

const plain = (values) => ({ __proto__: null, ...values });
async function caught(run) {
  try { await run(); } catch (error) { return failure(error); }
  return 'threw nothing';
}
step('one module', async () => {
  const module = new vm.SourceTextModule('export const a = 1; export default b; var b = 2;',
    plain({ identifier: 'one', context: vm.createContext({ __proto__: null }) }));
  const before = module.status;
  await module.link(() => {});
  await module.evaluate();
  return text(before, module.status, module.identifier, module.namespace.a);
});
step('a graph', async () => {
  const context = vm.createContext({ __proto__: null });
  const modules = { __proto__: null };
  modules.b = new vm.SourceTextModule('export let x = 5; export const f = () => ++x;',
    plain({ context }));
  modules.c = new vm.SyntheticModule(['d'], function() { this.setExport('d', 'made'); },
    plain({ context }));
  const root = new vm.SourceTextModule(
    'import { x, f } from "b"; import { d } from "c"; f(); export { x, d };', plain({ context }));
  await root.link((name) => modules[name]);
  await root.evaluate();
  return text(root.namespace.x, root.namespace.d, root.dependencySpecifiers.length);
});
step('import() and import.meta', async () => {
  const context = vm.createContext({ __proto__: null });
  const given = new vm.SyntheticModule(['d'], function() { this.setExport('d', 3); },
    plain({ context }));
  await given.link(() => {});
  await given.evaluate();
  const root = new vm.SourceTextModule(
    'export const meta = import.meta.here; export const d = (await import("given")).d;', plain({
      context,
      initializeImportMeta(meta) { meta.here = 'meta'; },
      importModuleDynamically: () => given,
    }));
  await root.link(() => {});
  await root.evaluate();
  return text(root.namespace.meta, root.namespace.d);
});
step('scripts that import', async () => {
  const given = new vm.SyntheticModule(['d'], function() { this.setExport('d', 4); });
  await given.link(() => {});
  await given.evaluate();
  const script = new vm.Script('import("x").then((space) => { box.d = space.d; })',
    plain({ importModuleDynamically: () => given }));
  const box = { __proto__: null };
  await script.runInContext(vm.createContext({ __proto__: null, box }));
  return text(box.d);
});
step('errors', async () => {
  const bad = new vm.SourceTextModule('throw new Error("inner")');
  await bad.link(() => {});
  const thrown = await caught(() => bad.evaluate());
  return text(thrown, bad.status, await caught(() => new vm.SourceTextModule('export {')),
    await caught(() => new vm.SourceTextModule(5)), await caught(() => new vm.SyntheticModule(5)));
});
