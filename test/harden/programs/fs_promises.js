'use strict';
const { step, text, call, failure, temporary } = require('../harness.js');
const fs = require('node:fs/promises');

const at = (name) => temporary + '/' + name;
step('write and read', async () => {
  await fs.writeFile(at('a'), 'text');
  await fs.appendFile(at('a'), ' more');
  const bytes = await fs.readFile(at('a'));
  return text(bytes.toString(), await fs.readFile(at('a'), 'utf8'),
    await fs.readFile(at('a'), { encoding: 'hex' }));
});
step('file handle', async () => {
  const two = Buffer.from('XY');
  const five = Buffer.alloc(5);
  const handle = await fs.open(at('h'), 'w+');
  const { bytesWritten } = await handle.write('hello');
  await handle.write(two, 0, 2, 1);
  const { bytesRead, buffer } = await handle.read(five, 0, 5, 0);
  await handle.truncate(3);
  await handle.chmod(0o600);
  await handle.sync();
  const stat = await handle.stat();
  await handle.close();
  return text(bytesWritten, bytesRead, buffer.toString(), stat.size, stat.isFile(), handle.fd);
});
step('whole files by handle', async () => {
  const handle = await fs.open(at('whole'), 'w+');
  await handle.writeFile('one\ntwo\n');
  await handle.appendFile('three');
  await handle.close();
  const again = await fs.open(at('whole'));
  const content = await again.readFile('utf8');
  await again.close();
  return text(content);
});
let unclosed;    // a handle that is collected while it is open throws
step('lines', async () => {
  unclosed = await fs.open(at('whole'));
  const iterator = unclosed.readLines()[Symbol.asyncIterator]();
  const first = await iterator.next();
  const second = await iterator.next();
  await iterator.return();
  return text(first.value, second.value);
});
step('stat and names', async () => {
  const stat = await fs.stat(at('a'));
  await fs.symlink('a', at('link'));
  await fs.link(at('a'), at('hard'));
  await fs.rename(at('hard'), at('renamed'));
  await fs.unlink(at('renamed'));
  await fs.copyFile(at('a'), at('copy'));
  await fs.chmod(at('copy'), 0o640);
  await fs.truncate(at('copy'), 2);
  await fs.utimes(at('copy'), 10, 20);
  await fs.access(at('copy'));
  const copy = await fs.lstat(at('copy'));
  return text(stat.size, await fs.readlink(at('link')), copy.size, copy.mode & 0o777, copy.mtimeMs,
    typeof await fs.realpath(at('link')));
});
step('folders', async () => {
  await fs.mkdir(at('d/e'), { recursive: true });
  await fs.mkdir(at('plain'));
  await fs.writeFile(at('d/x'), '');
  const names = await fs.readdir(at('d'));
  const entries = await fs.readdir(at('d'), { withFileTypes: true });
  await fs.cp(at('d'), at('d2'), { recursive: true });
  await fs.rm(at('d2'), { recursive: true });
  await fs.rmdir(at('plain'));
  return text(names.length, entries.length, typeof await fs.mkdtemp(at('tmp-')));
});
step('opendir', async () => {
  const folder = await fs.opendir(at('d/e'));
  const entry = await folder.read();
  await folder.close();
  return text(entry);
});
step('opendir in a loop', async () => {
  let count = 0;
  for await (const entry of await fs.opendir(at('d'))) count += entry.name.length;
  return text(count);
});
step('errors', async () => {
  let result = '';
  try { await fs.readFile('/none'); } catch (error) { result += failure(error); }
  try { await fs.mkdir('/'); } catch (error) { result += failure(error); }
  try { await fs.open('x', 'bogus'); } catch (error) { result += failure(error); }
  try { await fs.readFile({}); } catch (error) { result += failure(error); }
  return result;
});
step('abort', async () => {
  const controller = new AbortController();
  controller.abort();
  try {
    await fs.readFile(at('a'), { signal: controller.signal });
  } catch (error) { return text(error.name); }
  return 'nothing';
});
step('watch', async () => {
  const controller = new AbortController();
  const iterator = fs.watch(at('d'), { signal: controller.signal })[Symbol.asyncIterator]();
  const first = iterator.next();
  await fs.writeFile(at('d/watched'), '');
  const { value } = await first;
  await iterator.return();
  return text(value.filename);
});
step('streams of a handle', async () => {
  const handle = await fs.open(at('s'), 'w+');
  const stream = handle.createWriteStream();
  stream.end('text');
  await call((done) => stream.on('close', done));
  return text(await fs.readFile(at('s'), 'latin1'));
});
