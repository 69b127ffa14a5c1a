// A timer of 150 ms, then rest; says so, and blocks again when a line comes, until a file is there.
const fs = require('fs');
require('net').createServer().listen(0);
setTimeout(function block() {
  const end = process.hrtime.bigint() + 150_000_000n;
  while (process.hrtime.bigint() < end);
  setTimeout(() => fs.writeSync(1, 'rests\n'), 5);
}, 20);
process.on('SIGHUP', () => setTimeout(function wait() {
  fs.writeSync(1, 'blocked\n');
  while (!fs.existsSync(process.argv[2]));
  fs.writeSync(1, 'free\n');
}, 1));
