'use strict';
const { step, text, call, thrown } = require('../harness.js');
const child = require('node:child_process');
const { promisify } = require('node:util');

step('execSync', () => text(child.execSync('echo a').toString()));
step('execSync with options', () => text(
  child.execSync('echo $WORD; pwd', { encoding: 'utf8', env: { WORD: 'w' }, cwd: '/' })));
step('execFileSync', () => text(child.execFileSync('/bin/echo', ['a', 'b c']).toString()));
step('execFileSync with input', () => text(
  child.execFileSync('/bin/cat', { input: 'in', encoding: 'latin1' })));
step('spawnSync', () => {
  const result = child.spawnSync('/bin/sh', ['-c', 'echo out; echo err >&2; exit 3']);
  return text(result.status, result.signal, result.stdout.toString(), result.stderr.toString());
});
step('spawnSync of nothing', () => text(child.spawnSync('/does/not/exist').error));
step('execSync that fails', () => thrown(
  () => child.execSync('exit 4', { stdio: ['pipe', 'pipe', 'pipe'] })));
step('exec', async () => {
  const { value, other } = await call((done) => child.exec('echo a; echo b >&2', done));
  return text(value, other);
});
step('exec that fails', async () => text((await call(
  (done) => child.exec('exit 5', (error) => done(null, error)))).value));
step('execFile', async () => text((await call(
  (done) => child.execFile('/bin/echo', ['x'], { encoding: 'utf8' }, done))).value));
step('execFile as a promise', async () => {
  const result = await promisify(child.execFile)('/bin/echo', ['p']);
  return text(result.stdout, result.stderr);
});
step('spawn', async () => {
  const process = child.spawn('/bin/cat');
  let output = '';
  process.stdout.setEncoding('utf8');
  process.stdout.on('data', (chunk) => { output += chunk; });
  process.stdin.write('one ');
  process.stdin.end('two');
  const { value, other } = await call((done) => process.on('close',
    (code, signal) => done(null, code, signal)));
  return text(output, value, other, typeof process.pid);
});
step('spawn in a shell', async () => {
  const process = child.spawn('echo $0; exit 2', { shell: '/bin/sh', stdio: 'pipe' });
  let output = '';
  process.stdout.on('data', (chunk) => { output += chunk.toString(); });
  return text((await call((done) => process.on('close', (code) => done(null, code)))).value,
    output);
});
step('spawn of nothing', async () => text((await call(
  (done) => child.spawn('/does/not/exist').on('error', (error) => done(null, error)))).value));
step('kill', async () => {
  const process = child.spawn('/bin/sleep', ['20'], { stdio: 'ignore' });
  const killed = process.kill('SIGTERM');
  const { value, other } = await call((done) => process.on('exit',
    (code, signal) => done(null, code, signal)));
  return text(killed, value, other, process.killed);
});
step('abort', async () => {
  const controller = new AbortController();
  const process = child.spawn('/bin/sleep', ['20'], { signal: controller.signal });
  const ended = call((done) => process.on('error', (error) => done(null, error.name)));
  controller.abort();
  return text((await ended).value);
});
step('fork', async () => {
  const process = child.fork(__dirname + '/fixtures/answer.js', ['arg']);
  const answer = call((done) => process.on('message', (message) => done(null, message)));
  process.send({ question: 5 });
  const { value } = await answer;
  const ended = call((done) => process.on('exit', (code) => done(null, code)));
  process.disconnect();
  return text(value.answer, value.argument, (await ended).value);
});
step('wrong arguments', () => text(thrown(() => child.spawn()), thrown(() => child.spawn('')),
  thrown(() => child.execFileSync('/bin/echo', 'x')), thrown(() => child.exec(5)),
  thrown(() => child.spawn('/bin/echo', { cwd: 5 }))));
