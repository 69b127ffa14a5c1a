// An ES module is told as a script is; its awaits too.
import { setTimeout as sleep } from 'node:timers/promises';
process.nextTick(() => console.log('tick'));
await sleep(5);
console.log('slept');
setImmediate(function last() { console.log('last'); });

// => main - 1 - 0 main - module
// => tick - 3 3 0 main ticks tick-after-main
// => await - 4 4 + timers promises job-settled-by-io
// => immediate last 6 6 = check - immediate-after-timers
// shows: slept
// says: The promise of timers/promises.setTimeout of 5 ms was settled in the timers phase
