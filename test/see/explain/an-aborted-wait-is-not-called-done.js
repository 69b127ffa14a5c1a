// A promise that is rejected has been settled; that the wait was over would not be true.
const { setTimeout: wait } = require('timers/promises');
const giveUp = new AbortController();
wait(60000, '', { signal: giveUp.signal }).catch(function aborted() {});
setImmediate(function abort() { giveUp.abort(); });

// => main - 1 - 0 main - main
// => immediate abort 5 5 + check - immediate
// => promise aborted 4 4 = check promises job-settled-by-io
// says: The promise of timers/promises.setTimeout of 60,000 ms was settled in the check phase
