// B5.4: nothing is thrown.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('never'), 1);
clearTimeout(timer);
clearTimeout(timer);
for (const stranger of [undefined, null, 0, 12345678, 'x', {}, [], NaN, () => {}]) {
  clearTimeout(stranger);
  clearInterval(stranger);
  clearImmediate(stranger);
}
setTimeout(() => log('end'), 1);
// => end
