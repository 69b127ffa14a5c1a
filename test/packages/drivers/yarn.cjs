// Workspaces: install, run, list, why, pack, errors
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const cli = path.join(__dirname, '../node_modules/yarn/bin/yarn.js');
fs.mkdirSync('bin');
fs.symlinkSync(process.execPath, 'bin/node');
const env = { ...process.env, YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_NETWORK: '0', YARN_ENABLE_COLORS: '0', YARN_NODE_LINKER: 'node-modules', YARN_GLOBAL_FOLDER: path.resolve('global'), PATH: `${path.resolve('bin')}:${process.env.PATH}` };
const yarn = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8', cwd: 'work' });
  console.log('$', args.join(' '), status, (stdout + stderr).replace(/ in \d+s \d+ms| in \d[\d.]*m?s\.?/g, ''));
};
const write = (file, value) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value)); };
write('work/package.json', { name: 'root', private: true, version: '1.0.0', license: 'MIT', workspaces: ['packages/*'], scripts: { hi: 'node -p process.env.npm_lifecycle_event', fail: 'exit 4' } });
write('work/packages/a/package.json', { name: 'a', version: '1.0.0', license: 'MIT', main: 'index.js', files: ['index.js'], bin: 'index.js' });
write('work/packages/a/index.js', '#!/usr/bin/env node\nmodule.exports = "a"; console.log("a runs");');
write('work/packages/b/package.json', { name: 'b', version: '1.0.0', license: 'MIT', dependencies: { a: '1.0.0' } });
write('work/yarn.lock', '');
yarn('install');
yarn('run', 'hi');
yarn('run', 'fail');
yarn('workspaces', 'list', '--json');
yarn('workspace', 'b', 'run', 'a');
yarn('info', '--json');
yarn('why', 'a');
yarn('workspace', 'a', 'pack', '--out', path.resolve('a.tgz'));
console.log(fs.existsSync('a.tgz'), fs.readFileSync('work/yarn.lock', 'utf8'));
yarn('nonsense');
