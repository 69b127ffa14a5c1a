// B4.3: each yield costs the jobs ECMAScript says.
'use strict';
const log = console.log;

(async () => {
  async function* two() {
    yield 'a';
    yield 'b';
  }
  for await (const x of two())
    log(x);
  log('end');
})();
let chain = Promise.resolve();
for (let i = 1; i <= 8; i++)
  chain = chain.then(() => log(i));
// => 1
// => a
// => 2
// => 3
// => b
// => 4
// => end
// => 5
// => 6
// => 7
// => 8
