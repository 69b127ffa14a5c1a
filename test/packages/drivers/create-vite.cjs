// Projects of three templates, an error
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const cli = path.join(__dirname, '../node_modules/create-vite/index.js');
for (const args of [['one', '--template', 'vanilla-ts'], ['two', '--template', 'react'], ['three', '--template', 'vue-ts'], ['--help']]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, ...(args.length > 1 ? ['--no-interactive'] : [])], { encoding: 'utf8', timeout: 20000 });
  console.log('$', args.join(' '), status, stdout, stderr);
}
for (const name of ['one', 'two', 'three']) console.log(fs.readdirSync(name, { recursive: true }).sort(), fs.readFileSync(path.join(name, 'package.json'), 'utf8'));
