// B5.4: also of a timer that is cleared or has fired; it holds nothing then.
'use strict';
const log = console.log;

const cleared = setTimeout(() => log('never'), 60000);
clearTimeout(cleared);
log(cleared.hasRef(), cleared.unref().hasRef(), cleared.ref().hasRef());
const fired = setTimeout(() => setImmediate(() => log(fired.hasRef(), fired.unref().hasRef())), 1);
process.on('exit', () => log('exit'));
// => true false true
// => true false
// => exit
