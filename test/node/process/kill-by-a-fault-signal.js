// A signal for faults that is sent ends a process as any other does.
const assert = require('assert');
const { spawnSync } = require('child_process');
for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE']) {
  const child = spawnSync(process.execPath, ['-e', `
    require('fs').writeFileSync('/proc/self/coredump_filter', '0');
    setTimeout(() => {}, 10_000);
    process.kill(process.pid, '${signal}')`]);
  assert.strictEqual(child.signal, signal);
}
