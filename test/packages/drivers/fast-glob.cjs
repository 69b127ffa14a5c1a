// sync, async, stream
const fg = require('fast-glob');
const fs = require('fs');
fs.mkdirSync('x/y', { recursive: true });
fs.writeFileSync('x/1.js', '');
fs.writeFileSync('x/y/2.js', '');
fs.writeFileSync('x/y/3.ts', '');
console.log(fg.sync('**/*.{js,ts}').sort());
(async () => {
  console.log((await fg('**/*.js', { stats: true, ignore: ['x/y'] })).map((e) => [e.path, e.stats.isFile()]));
  const list = [];
  for await (const entry of fg.stream('**'))
    list.push(String(entry));
  console.log(list.sort());
})();
