// B5.4: clearing is for good.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('never'), 1);
clearTimeout(timer);
timer.refresh();
setTimeout(() => log('end'), 5);
// => end
