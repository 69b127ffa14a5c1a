// TypeScript and JSX by WebAssembly
const esbuild = require('esbuild-wasm');
esbuild.transform('enum E { A } const x: E = <div a={E.A}>hi</div>', { loader: 'tsx', minify: true }).then((r) => { console.log(r.code); return esbuild.transform('let a = ;').catch((e) => console.log(e.errors[0].text)); }).then(() => process.exit());
