// An ES module runs as a promise job, so that its promise jobs come before its ticks.
process.nextTick(function tick() { console.log('tick'); });
queueMicrotask(function first() { console.log('first'); });
Promise.resolve().then(function second() { console.log('second'); });

// => main - 1 - 0 main - module
// => microtask first 3 3 0 main promises job-after-module
// => promise second 4 4 0 main promises job-order
// => tick tick 2 2 0 main ticks tick-of-module
// shows: first
// says: The main script is an ES module: it runs as a promise job after it was loaded
// says: tick() (a-module-runs-promise-jobs-before-ticks.mjs:2) waits, though ticks run first elsewhere
// says: ticks wait until all promise jobs have run.
