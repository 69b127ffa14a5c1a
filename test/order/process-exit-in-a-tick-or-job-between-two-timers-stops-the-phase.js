// B4.1, B2.3: process.exit() in a queue between two timers or immediates.
'use strict';
const { spawnSync } = require('child_process');
if (process.argv[2]) {
  const queue = process.argv[2] === 'tick' ? process.nextTick : queueMicrotask;
  process.on('exit', (code) => console.log('exit', code));
  const set = process.argv[3] === 'timer' ? (f) => setTimeout(f, 1) : setImmediate;
  set(() => queue(() => process.exit(3)));
  set(() => console.log('never'));
} else {
  for (const queue of ['tick', 'job']) {
    for (const list of ['timer', 'immediate']) {
      const args = [__filename, queue, list];
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      console.log(queue, list, stdout.trim());
    }
  }
}
// runs: 3
// => tick timer exit 3
// => tick immediate exit 3
// => job timer exit 3
// => job immediate exit 3
