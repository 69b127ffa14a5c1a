// A tree of files
const { globSync, glob } = require('glob');
const fs = require('fs');
for (const name of ['a/b/c.js', 'a/d.txt', 'e.js', '.hidden.js']) {
  fs.mkdirSync(require('path').dirname(name), { recursive: true });
  fs.writeFileSync(name, name);
}
console.log(globSync('**/*.js').sort(), globSync('**/*.js', { dot: true }).sort());
glob('**/*', { ignore: 'a/**', withFileTypes: true }).then((list) => console.log(list.map((p) => [p.name, p.isFile()]).sort()));
