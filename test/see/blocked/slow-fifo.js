// A file is read at once, and is a FIFO whose other end takes its time.
// phase: poll
// what: fs.readFileSync|fs.openSync|fs.readSync
const { execFile, execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fifo-'));
const fifo = path.join(folder, 'fifo');
execFileSync('mkfifo', [fifo]);
fs.stat(folder, function onStat() {
  execFile('sh', ['-c', 'sleep 0.4; echo late > "$0"', fifo]);
  fs.readFileSync(fifo); // <-- here
  fs.rmSync(folder, { recursive: true });
});
