// flags: --no-warnings
// A WebAssembly file is a module: its imports are modules, its exports names. `import source` and
// import.source() give the WebAssembly.Module and run nothing.
import assert from 'assert';
import { createRequire } from 'module';
import { spawnSync } from 'child_process';
import * as space from './fixtures/imports.wasm';
import { quadruple, size } from './fixtures/imports.wasm';
import { again } from './fixtures/of_wasm.wasm';
import source from './fixtures/wasm_dep_default.mjs';

assert.strictEqual(quadruple(5), 20);
assert.strictEqual(size('four'), 4);
assert.deepStrictEqual(Object.keys(space), ['hel"lo', 'quadruple', 'seven', 'size']);
assert.strictEqual(space['hel"lo'], 'hello "');
assert.strictEqual(space.seven, 7);
assert.strictEqual(again, 7);
assert.strictEqual(source, 'a binding called source');

// In texts, because parsers of tools do not know the syntax yet.
const run = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);
const url = JSON.stringify(import.meta.resolve('./fixtures/missing.wasm'));
const { module, dynamic, spaced, from } = await run(`
  import source module from ${url};
  import source from from ${url};
  const dynamic = await import.source(${url}), spaced = await import . /* */ source(${url});
  export { module, dynamic, spaced, from };`);
assert(module instanceof WebAssembly.Module);
const same = [dynamic === module, spaced === module, from === module];
assert.deepStrictEqual(same, [true, true, true]);
const abstract = Object.getPrototypeOf(WebAssembly.Module);
assert.strictEqual(abstract.name, 'AbstractModuleSource');
assert.strictEqual(module[Symbol.toStringTag], 'WebAssembly.Module');
await assert.rejects(import('./fixtures/missing.wasm'), {
  name: 'LinkError', message: /nope/,
});
await assert.rejects(import('./fixtures/reserved.wasm'), {
  name: 'LinkError', message: /^Invalid Wasm export name "wasm:x" in file:.*reserved\.wasm$/,
});
const other = JSON.stringify(import.meta.resolve('./fixtures/wasm_dep.mjs'));
await assert.rejects(run(`await import.source(${other})`), {
  name: 'SyntaxError', code: 'ERR_SOURCE_PHASE_NOT_DEFINED',
  message: /^Source phase import object is not defined for module 'file:.*wasm_dep\.mjs'$/,
});

const EMPTY = 'data:application/wasm;base64,AGFzbQEAAAA=';
assert.deepStrictEqual(Object.keys(await import(EMPTY)), []);
await assert.rejects(import('data:application/wasm;base64,AGFzbQ=='), { name: 'CompileError' });

// In CommonJS, too.
const script = createRequire(import.meta.url);
script.extensions['.txt'] = script.extensions['.js'];
assert.strictEqual(await script('./fixtures/import_source.txt')(), module);

// As a program.
const start = (...args) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', cwd: import.meta.dirname });
const main = start('fixtures/imports.wasm');
assert.strictEqual(main.status, 0);
assert.match(main.stderr, /ExperimentalWarning: Importing WebAssembly module instances is an/);
