// holds: child 6
const { fork } = require('child_process');
if (process.argv[2] === 'child')
  process.on('message', () => {});
else
  fork(__filename, ['child']);
