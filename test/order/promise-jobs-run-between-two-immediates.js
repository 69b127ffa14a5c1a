// B4.1: after every single immediate.
'use strict';
const log = console.log;

for (const name of ['a', 'b', 'c']) {
  setImmediate(async () => {
    log('immediate', name);
    await null;
    log('job', name);
  });
}
// => immediate a
// => job a
// => immediate b
// => job b
// => immediate c
// => job c
