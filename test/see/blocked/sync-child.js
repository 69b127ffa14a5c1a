// A child process is waited for.
// phase: poll
// what: child_process.spawnSync
const { spawnSync } = require('child_process');
require('fs').stat('.', () => {
  spawnSync('head', ['-c', '1'], { stdio: ['inherit', 'ignore', 'inherit'] }); // <-- here
});
