// flags: --experimental-vm-modules --no-warnings
// differs from Node: there import() waits for ever
'use strict';
// import() in text that vm compiles, in the program's realm and in contexts, does not call the
// then() of promises that the program has replaced.
const assert = require('node:assert');
const vm = require('node:vm');

async function makeModule(context) {
  const module = new vm.SyntheticModule(['d'], function() { this.setExport('d', 3); }, { context });
  await module.link(() => {});
  await module.evaluate();
  return module;
}

async function makeImporter(context, given) {
  const module = new vm.SourceTextModule('export const { d } = await import("given");', {
    context, importModuleDynamically: () => given,
  });
  await module.link(() => {});
  return module;
}

(async () => {
  const context = vm.createContext({});
  const here = await makeModule(undefined);
  const there = await makeModule(context);
  const modules = [await makeImporter(undefined, here), await makeImporter(context, there)];
  const script = (given) => new vm.Script('import("given")', {
    importModuleDynamically: () => given,
  });
  const failing = new vm.Script('import("given")', {
    importModuleDynamically() { throw new RangeError('not given'); },
  });
  let called = 0;
  const { then } = Promise.prototype;
  Promise.prototype.then = () => { called++; };
  process.on('exit', () => assert.strictEqual(modules[1].status, 'evaluated'));
  for (const module of modules) {
    await module.evaluate();
    assert.strictEqual(module.namespace.d, 3);
  }
  Promise.prototype.then = then;
  assert.strictEqual((await script(here).runInThisContext()).d, 3);
  assert.strictEqual((await script(there).runInContext(context)).d, 3);
  await assert.rejects(failing.runInThisContext(), RangeError);
  assert.strictEqual(called, 0);
})();
