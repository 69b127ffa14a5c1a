// B2.2: unreferenced timers due later never fire.
'use strict';
const log = console.log;

setTimeout(() => log('never'), 60000).unref();
setTimeout(() => log('5'), 5);
setTimeout(() => log('1'), 1).unref();
process.on('exit', () => log('exit'));
// => 1
// => 5
// => exit
