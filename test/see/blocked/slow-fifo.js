// A file is read at once, and is a FIFO whose other end waits for the report.
// phase: poll
// what: fs.readFileSync|fs.openSync|fs.readSync
const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fifo-'));
const fifo = path.join(folder, 'fifo');
execFileSync('mkfifo', [fifo]);
fs.stat(folder, function onStat() {
  spawn('sh', ['-c', 'head -c 1 > "$0"', fifo], { stdio: 'inherit' });
  fs.readFileSync(fifo); // <-- here
  fs.rmSync(folder, { recursive: true });
});
