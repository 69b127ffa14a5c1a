// B6.3: open, read, close, each by the loop.
// differs from Node: whether close or the immediate is first is not promised
'use strict';
const log = console.log;

const fs = require('fs');
fs.open(__filename, 'r', (error, fd) => {
  log('open', error);
  fs.read(fd, Buffer.alloc(4), 0, 4, 0, (error2, count, bytes) => {
    log('read', count, bytes.toString());
    fs.close(fd, (error3) => log('close', error3));
    setImmediate(() => log('immediate of read'));
  });
  process.nextTick(() => log('tick of open'));
});
// => open null
// => tick of open
// => read 4 // B
// => immediate of read
// => close null
