// B4.3: the other job gets its turn between.
'use strict';
const log = console.log;

(async () => {
  for await (const value of [1, Promise.resolve(2), 3])
    log('value', value);
  log('loop done');
})();
(async () => {
  for (let i = 0; i < 8; i++) {
    await null;
    log('job', i);
  }
})();
// => job 0
// => value 1
// => job 1
// => job 2
// => value 2
// => job 3
// => job 4
// => value 3
// => job 5
// => job 6
// => loop done
// => job 7
