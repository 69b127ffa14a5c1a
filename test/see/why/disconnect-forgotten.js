// holds: channel 8
// what: messages of process \d+
// let go: child.disconnect()
const { fork } = require('child_process');
if (process.argv[2] === 'child') {
  process.on('message', () => {});
} else {
  const child = fork(__filename, ['child']);
  child.unref();
  process.once('SIGHUP', () => child.disconnect());
}
