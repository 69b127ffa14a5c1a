// B5.2: due in the first timers phase, so before the first poll.
// differs from Node: there a fast file may be ready before the timer
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => log('file'));
setTimeout(() => log('timer'), 1);
// => timer
// => file
