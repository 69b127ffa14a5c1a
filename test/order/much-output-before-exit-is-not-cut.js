// B2.3: process.exit() right after a large write.
'use strict';
const log = console.log;

process.stdout.write(`${'x'.repeat(200000)}\n`.replace(/x+/, (x) => String(x.length)));
for (let i = 0; i < 3; i++)
  log('line', i);
process.exit();
// => 200000
// => line 0
// => line 1
// => line 2
