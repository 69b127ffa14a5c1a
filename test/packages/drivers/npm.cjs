// npm itself: init, pack, install of a folder and of an archive, run, exec, ls, ci, version, config, and a registry
const { spawnSync, spawn } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const cli = path.join(path.dirname(require.resolve('npm/package.json')), 'bin/npm-cli.js');
// Compressed bytes depend on the version of zlib.
const clean = (text) => text.replace(/^npm notice.*\n/gm, '').replace(/in \d+m?s/g, 'in T').replace(/_logs\S*/g, '_logs').replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/sha512-\S{20,}==|\b[0-9a-f]{40}\b|[\d.]+ k?B\b/g, 'OF THE ARCHIVE');
const env = { ...process.env, npm_config_cache: path.resolve('cache'), npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false', PATH: `${path.resolve('bin')}:${process.env.PATH}` };
fs.mkdirSync('bin');
fs.symlinkSync(process.execPath, 'bin/node');
const show = (args, code, out, err) => console.log('$', clean(args.join(' ')), code, clean(out), clean(err));
const npm = (cwd, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, env, encoding: 'utf8' });
  show(args, status, stdout, stderr);
};
const npmLater = (cwd, ...args) => new Promise((resolve) => {
  const child = spawn(process.execPath, [cli, ...args], { cwd, env });
  const text = ['', ''];
  child.stdout.on('data', (data) => { text[0] += data; });
  child.stderr.on('data', (data) => { text[1] += data; });
  child.on('close', (code) => { show(args, code, ...text); resolve(); });
});
const write = (file, value) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value)); };
write('lib/package.json', { name: 'lib', version: '1.2.3', main: 'index.js', bin: { lib: 'cli.js' }, files: ['index.js', 'cli.js'] });
write('lib/index.js', 'module.exports = 42;');
write('lib/cli.js', '#!/usr/bin/env node\nconsole.log("lib", process.argv.slice(2), process.env.npm_command);');
write('lib/ignored.txt', 'x');
fs.mkdirSync('app');
(async () => {
  npm('app', 'init', '-y');
  npm('lib', 'pack', '--pack-destination', '..');
  npm('app', 'install', '../lib-1.2.3.tgz');
  npm('app', 'pkg', 'set', 'scripts.test=lib a "b c" && node -p "1 + 1"', 'scripts.fail=exit 3');
  npm('app', 'test');
  npm('app', 'run', 'fail', '--silent');
  npm('app', 'exec', '--', 'lib', 'x');
  npm('app', 'ls', '--all', '--json');
  const archive = fs.readFileSync('lib-1.2.3.tgz');
  const integrity = `sha512-${crypto.createHash('sha512').update(archive).digest('base64')}`;
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const host = `http://${request.headers.host}`;
    if (request.url.endsWith('.tgz')) response.end(archive);
    else if (request.url === '/lib') response.setHeader('content-type', 'application/json').end(JSON.stringify({ name: 'lib', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': { name: 'lib', version: '1.2.3', bin: { lib: 'cli.js' }, dist: { tarball: `${host}/lib/-/lib-1.2.3.tgz`, integrity } } } }));
    else { response.statusCode = 404; response.end('{}'); }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const registry = `--registry=http://127.0.0.1:${server.address().port}`;
  write('web/package.json', { name: 'web', version: '1.0.0', dependencies: { lib: '^1.0.0' } });
  await npmLater('web', 'install', registry);
  fs.rmSync('web/node_modules', { recursive: true });
  await npmLater('web', 'ci', registry, '--prefer-offline');
  await npmLater('web', 'view', 'lib', 'version', registry);
  await npmLater('web', 'install', 'none', registry, '--fetch-retries=0');
  console.log(asked, fs.readdirSync('web/node_modules/lib').sort(), fs.readFileSync('web/package-lock.json', 'utf8')
    .replace(/127\.0\.0\.1:\d+/, 'HOST').replace(/sha512-[^"]*/, 'SUM'));
  server.close();
  npm('app', 'version', 'minor', '--no-git-tag-version');
  npm('app', 'uninstall', 'lib');
  npm('app', 'nonsense');
})();
