// A bundle in each format, tree shaking, chunks, plugins, source maps, errors (rollup's WebAssembly build)
import { rollup, watch, VERSION } from '@rollup/wasm-node';
const files = {
  main: "import { used } from 'a'; import def, * as all from 'b'; console.log(used(1), def, all.x); export const late = () => import('c'); export default class K { #p = 1; get p() { return this.#p; } }",
  a: 'export const used = (v) => v + 1; export const unused = () => { throw 1; };', b: 'export default 7; export const x = 1, y = 2;', c: 'export const z = await Promise.resolve(3);', broken: 'export const = ;', missing: "import { q } from 'a'; console.log(q);",
};
const plugin = { name: 'memory', resolveId: (id) => (id in files ? id : null), load: (id) => files[id], transform: (code, id) => (id === 'b' ? { code: code.replace('7', '8'), map: null } : null), renderChunk: (code) => `/* made */${code}` };
for (const format of ['es', 'cjs', 'system', 'iife', 'umd']) {
  const bundle = await rollup({ input: 'main', plugins: [plugin], onwarn: (warning) => console.log(warning.code) });
  const { output } = await bundle.generate({ format, name: 'bundle', sourcemap: true, exports: 'named', inlineDynamicImports: format === 'iife' || format === 'umd' }).catch((error) => (console.log(error.code, error.message), { output: [] }));
  for (const each of output) console.log(each.fileName, each.type, each.code ?? each.source.length, each.map?.mappings);
}
for (const input of ['broken', 'missing', 'absent'])
  await rollup({ input, plugins: [plugin] }).then((bundle) => bundle.generate({ format: 'es' })).catch((error) => console.log(error.code, error.message, error.frame));
