// A TypeScript file by its loader
const { spawnSync } = require('child_process');
require('fs').writeFileSync('a.ts', 'enum E { A = 3 }\nconst x: number = E.A;\nconsole.log(x, import.meta.url.slice(0, 4));\n');
const r = spawnSync(process.execPath, [require.resolve('tsx/cli'), 'a.ts'], { encoding: 'utf8' });
console.log(r.status, r.stdout, r.stderr.slice(0, 300));
