'use strict';
const { step, text, call, thrown, temporary } = require('../harness.js');
const fs = require('node:fs');

const at = (name) => temporary + '/' + name;
step('write and read', () => {
  fs.writeFileSync(at('a'), 'text');
  fs.appendFileSync(at('a'), Buffer.from(' more'));
  return text(fs.readFileSync(at('a')).toString(), fs.readFileSync(at('a'), 'utf8'),
    fs.readFileSync(at('a'), { encoding: 'hex' }), fs.existsSync(at('a')),
      fs.existsSync(at('none')));
});
step('descriptors', () => {
  const fd = fs.openSync(at('fd'), 'w+', 0o600);
  const written = fs.writeSync(fd, 'hello') + fs.writeSync(fd, Buffer.from('XYZ'), 0, 2, 1);
  const bytes = Buffer.alloc(8);
  const got = fs.readSync(fd, bytes, 0, 8, 0);
  fs.ftruncateSync(fd, 3);
  fs.fsyncSync(fd);
  const size = fs.fstatSync(fd).size;
  fs.closeSync(fd);
  return text(written, got, bytes.toString('latin1', 0, got), size);
});
step('vectors', () => {
  const fd = fs.openSync(at('v'), 'w+');
  const written = fs.writevSync(fd, [Buffer.from('ab'), Buffer.from('cd')]);
  const bytes = [Buffer.alloc(3), Buffer.alloc(1)];
  const got = fs.readvSync(fd, bytes, 0);
  fs.closeSync(fd);
  return text(written, got, bytes[0].toString(), bytes[1].toString());
});
step('stat', () => {
  const stat = fs.statSync(at('a'));
  const big = fs.statSync(at('a'), { bigint: true });
  return text(stat.isFile(), stat.isDirectory(), stat.size, typeof stat.mtimeMs, typeof big.size,
    fs.lstatSync(at('a')).isSymbolicLink(), fs.statSync(at('none'), { throwIfNoEntry: false }),
    stat.mtime.getTime() > 1e12);
});
step('folders', () => {
  fs.mkdirSync(at('d/e/f'), { recursive: true });
  fs.mkdirSync(at('plain'));
  fs.writeFileSync(at('d/x'), '');
  const names = fs.readdirSync(at('d'));
  const entries = fs.readdirSync(at('d'), { withFileTypes: true });
  const deep = fs.readdirSync(at('d'), { recursive: true });
  fs.rmdirSync(at('plain'));
  return text(names.sort(), entries.length, entries[0].isDirectory() || entries[1].isDirectory(),
    deep.length);
});
step('opendir', () => {
  const folder = fs.opendirSync(at('d/e'));
  const entry = folder.readSync();
  const end = folder.readSync();
  folder.closeSync();
  return text(entry.name, entry.isDirectory(), end);
});
step('links and names', () => {
  fs.symlinkSync('a', at('link'));
  fs.linkSync(at('a'), at('hard'));
  fs.renameSync(at('hard'), at('renamed'));
  const target = fs.readlinkSync(at('link'));
  const real = fs.realpathSync(at('link')) === fs.realpathSync(at('a'));
  fs.unlinkSync(at('renamed'));
  return text(target, real);
});
step('copy, modes and times', () => {
  fs.copyFileSync(at('a'), at('copy'));
  fs.chmodSync(at('copy'), 0o640);
  fs.truncateSync(at('copy'), 2);
  fs.utimesSync(at('copy'), 10, 20);
  fs.accessSync(at('copy'), fs.constants.R_OK);
  const stat = fs.statSync(at('copy'));
  fs.cpSync(at('d'), at('d2'), { recursive: true });
  return text(stat.mode & 0o777, stat.mtimeMs, stat.size, fs.existsSync(at('d2/x')));
});
step('remove', () => {
  fs.rmSync(at('d2'), { recursive: true, force: true });
  const name = fs.mkdtempSync(at('tmp-'));
  fs.rmSync(name, { recursive: true });
  return text(fs.existsSync(at('d2')), fs.existsSync(name));
});
step('errors', () => text(thrown(() => fs.readFileSync('/none')), thrown(() => fs.mkdirSync('/')),
  thrown(() => fs.openSync('/none/x')), thrown(() => fs.rmdirSync('/none'))));
step('wrong arguments', () => text(thrown(() => fs.readFileSync({})),
  thrown(() => fs.readFile('x')),
  thrown(() => fs.openSync('x', 'bogus')), thrown(() => fs.writeFileSync('/tmp/x', {})),
  thrown(() => fs.readFileSync('a\0b'))));
step('callbacks', async () => {
  await call((done) => fs.writeFile(at('cb'), 'text', done));
  await call((done) => fs.appendFile(at('cb'), '+', done));
  const bytes = (await call((done) => fs.readFile(at('cb'), done))).value;
  const string = (await call((done) => fs.readFile(at('cb'), 'utf8', done))).value;
  const stat = (await call((done) => fs.stat(at('cb'), done))).value;
  await call((done) => fs.mkdir(at('cbd'), done));
  const names = (await call((done) => fs.readdir(at('cbd'), done))).value;
  await call((done) => fs.rename(at('cb'), at('cb2'), done));
  await call((done) => fs.unlink(at('cb2'), done));
  await call((done) => fs.access(at('a'), done));
  const real = (await call((done) => fs.realpath(at('a'), done))).value;
  await call((done) => fs.rm(at('cbd'), { recursive: true }, done));
  return text(bytes.toString(), string, stat.size, names, typeof real);
});
step('descriptors with callbacks', async () => {
  const fd = (await call((done) => fs.open(at('cbfd'), 'w+', done))).value;
  const written = (await call((done) => fs.write(fd, 'hello', done))).value;
  const got = await call((done) => fs.read(fd, Buffer.alloc(5), 0, 5, 0, done));
  await call((done) => fs.close(fd, done));
  return text(written, got.value, got.other.toString());
});
step('errors of callbacks', async () => text((await call(
  (done) => fs.readFile('/none', (error) => done(null, error)))).value, (await call(
  (done) => fs.stat('/none', (error) => done(null, error)))).value));
step('read stream', async () => {
  let output = '';
  const stream = fs.createReadStream(at('a'), { encoding: 'utf8', start: 1, end: 5,
    highWaterMark: 2 });
  stream.on('data', (chunk) => { output += chunk + '|'; });
  await call((done) => stream.on('close', done));
  return text(output, stream.bytesRead);
});
step('write stream', async () => {
  const stream = fs.createWriteStream(at('ws'));
  stream.write('one ');
  stream.end('two');
  await call((done) => stream.on('finish', done));
  return text(fs.readFileSync(at('ws'), 'utf8'), stream.bytesWritten);
});
step('stream of no file', async () => text((await call(
  (done) => fs.createReadStream('/none').on('error', (error) => done(null, error)))).value));
step('watch', async () => {
  const watcher = fs.watch(at('d'));
  const heard = call((done) => watcher.once('change', (type, name) => done(null, name)));
  fs.writeFileSync(at('d/watched'), '');
  const { value } = await heard;
  watcher.close();
  return text(value);
});
step('glob', () => text(fs.globSync('d/x', { cwd: temporary })));
