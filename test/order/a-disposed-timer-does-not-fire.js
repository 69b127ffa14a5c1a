// B5.4: Symbol.dispose clears timers and immediates.
'use strict';
const log = console.log;

setTimeout(() => log('never'), 1)[Symbol.dispose]();
setImmediate(() => log('never'))[Symbol.dispose]();
setTimeout(() => log('end'), 2);
// => end
