// A TypeScript file by require(), its types and an error of types
const fs = require('fs');
fs.writeFileSync('a.ts', 'enum E { A = 3 }\nexport class C<T> { constructor(public v: T) {} }\nexport const x: number = new C<E>(E.A).v;\n');
fs.writeFileSync('bad.ts', 'const x: number = "text";\n');
require('ts-node').register({ cwd: process.cwd(), skipProject: true, compilerOptions: { module: 'commonjs', types: [], moduleResolution: 'node' } });
console.log(require(require('path').resolve('a.ts')), Object.keys(require(require('path').resolve('a.ts'))));
try {
  require(require('path').resolve('bad.ts'));
} catch (error) {
  console.log(error.name, error.diagnosticCodes);
}
