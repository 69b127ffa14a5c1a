// A page with a component and data, built to files; rollup's and esbuild's parts without native code
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url).resolve('astro/package.json');
const { bin, dependencies } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
const cli = path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin.astro);
// As a folder of its own would have them: the versions that astro itself gets.
const outer = path.dirname(path.dirname(manifest)), own = path.join(path.dirname(manifest), 'node_modules');
for (const name of ['astro', ...Object.keys(dependencies)]) {
  const from = [own, outer].map((folder) => path.join(folder, name)).find((folder) => fs.existsSync(folder));
  fs.mkdirSync(path.dirname(path.join('node_modules', name)), { recursive: true });
  fs.symlinkSync(from, path.join('node_modules', name));
}
fs.mkdirSync('src/pages/posts', { recursive: true });
fs.writeFileSync('package.json', '{ "name": "site", "private": true, "type": "module" }');
fs.writeFileSync('astro.config.mjs', 'export default { image: { service: { entrypoint: "astro/assets/services/noop" } } };');
fs.writeFileSync('src/List.astro', '---\nconst { items } = Astro.props;\n---\n<ul>{items.map((item) => <li class={item}>{item}</li>)}</ul>\n<style>li { color: red; }</style>');
fs.writeFileSync('src/pages/index.astro', '---\nimport List from "../List.astro";\nconst items = ["a", "b & c"];\n---\n<html><body><h1>Hi</h1><List items={items} /><script>console.log("client");</script></body></html>');
fs.writeFileSync('src/pages/posts/[id].astro', '---\nexport const getStaticPaths = () => [{ params: { id: "1" } }, { params: { id: "2" } }];\n---\n<p>{Astro.params.id}</p>');
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', CI: '1' };
const out = execFileSync(process.execPath, [cli, 'build'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
console.log(/(\d+) page\(s\) built/.exec(out)?.[0]);
for (const name of fs.readdirSync('dist', { recursive: true }).sort()) {
  if (fs.statSync(path.join('dist', name)).isFile())
    console.log(name, fs.readFileSync(path.join('dist', name), 'utf8'));
}
