// copy, move, JSON, links, errors
const fs = require('fs-extra');
(async () => {
  await fs.outputFile('a/b/c.txt', 'text');
  await fs.copy('a', 'copy');
  await fs.move('copy/b', 'moved');
  await fs.writeJson('x.json', { a: [1, 2] }, { spaces: 2 });
  await fs.ensureLink('x.json', 'links/y.json');
  await fs.ensureSymlink('x.json', 'links/z.json');
  console.log(fs.readFileSync('x.json', 'utf8'), await fs.pathExists('copy/b'), fs.readdirSync('moved'), await fs.readJson('links/z.json'));
  await fs.readJson('missing.json').catch((e) => console.log(e.code));
  await fs.move('x.json', 'moved/c.txt').catch((e) => console.log(e.message));
  await fs.emptyDir('moved');
  await fs.remove('a');
  console.log(fs.readdirSync('.').sort(), fs.readdirSync('moved'));
})();
