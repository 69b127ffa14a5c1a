// 400 files, globs
const { rimraf, rimrafSync } = require('rimraf');
const fs = require('fs');
for (let i = 0; i < 400; i++) {
  fs.mkdirSync(`t/${i % 20}`, { recursive: true });
  fs.writeFileSync(`t/${i % 20}/${i}.txt`, 'x');
}
rimraf('t/1*', { glob: true }).then((ok) => {
  console.log(ok, fs.readdirSync('t').sort());
  console.log(rimrafSync('t'), fs.existsSync('t'));
});
