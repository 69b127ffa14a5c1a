// B5.4: refresh() starts it anew.
'use strict';
const log = console.log;

const late = setTimeout(() => log('late'), 1);
setTimeout(() => log('other'), 1);
process.nextTick(() => late.refresh());
// => other
// => late
