// B5.4: timers/promises setTimeout and setImmediate.
'use strict';
const log = console.log;

const { setTimeout: sleep, setImmediate: turn } = require('timers/promises');
(async () => {
  log(await sleep(1, 'slept'));
  log(await turn('turned'));
  log(await sleep(1, 'slept again'));
})();
log('main');
// => main
// => slept
// => turned
// => slept again
