// Create, list, extract
const tar = require('tar'), fs = require('fs');
fs.mkdirSync('in/d', { recursive: true });
fs.writeFileSync('in/d/f.txt', 'x'.repeat(5000));
fs.symlinkSync('f.txt', 'in/d/l');
fs.mkdirSync('out');
(async () => {
  await tar.create({ gzip: true, file: 'a.tgz', portable: true, mtime: new Date(0), cwd: 'in' }, ['d']);
  const names = [];
  await tar.list({ file: 'a.tgz', onReadEntry: (e) => names.push([e.path, e.type, e.size]) });
  await tar.extract({ file: 'a.tgz', cwd: 'out' });
  console.log(names, fs.readlinkSync('out/d/l'), fs.statSync('out/d/f.txt').size);
})();
