// map, coroutine, timeout, 20,000 links
const Promise = require('bluebird');
Promise.map([1, 2, 3], (n) => Promise.delay(1, n * 2), { concurrency: 2 }).then((list) => console.log(list));
Promise.coroutine(function* () { return (yield Promise.resolve(1)) + (yield 2 && Promise.resolve(2)); })()
  .then((value) => console.log('coroutine', value));
Promise.delay(1000).timeout(5).catch(Promise.TimeoutError, (e) => console.log(e.name, e.message));
let chain = Promise.resolve(0);
for (let i = 0; i < 20000; i++)
  chain = chain.then((n) => n + 1);
chain.then((n) => console.log(n));
