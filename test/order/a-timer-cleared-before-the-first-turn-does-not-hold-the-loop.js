// B2.2: a long timer that is cleared at once lets the process end.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('never'), 60000);
clearTimeout(timer);
process.on('exit', () => log('exit'));
// => exit
