// Of two callbacks, for success and for failure, one runs; the other does not wait for anything.
Promise.resolve(1).then(function one() {}).catch(function unused() {});
Promise.reject(new Error('no')).then(function skipped() {}, function other() {});
Promise.reject(new Error('no')).then(function passed() {}).catch(function caught() {});

// => main - 1 - 0 main - main
// => promise one 2 2 0 main promises job-after-main
// => promise other 3 3 0 main promises job-order
// => promise caught 4 4 0 main promises job-order
// says: promise job unused() what-a-promise-did-not-need.js:2: its promise was fulfilled, and it handles a rejection
// says: promise job skipped() what-a-promise-did-not-need.js:3: its promise was rejected, and it handles a fulfilment
// says: promise job passed() what-a-promise-did-not-need.js:4: its promise was rejected
// says: Nothing kept the loop alive any more
