// B3.5: the phase ends early, what is set meanwhile runs in the next turn.
'use strict';
const log = console.log;

const list = [];
setImmediate(() => {
  log('one');
  for (const item of list)
    clearImmediate(item);
  setImmediate(() => log('next turn'));
});
for (let i = 0; i < 5; i++)
  list.push(setImmediate(() => log('never')));
// => one
// => next turn
