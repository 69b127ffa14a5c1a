// 500 reads at once
const fs = require('graceful-fs');
require('fs').writeFileSync('f', 'content');
let left = 500;
for (let i = 0; i < 500; i++)
  fs.readFile('f', 'utf8', (error, text) => { if (error || text !== 'content') throw error; if (--left === 0) console.log('all read'); });
