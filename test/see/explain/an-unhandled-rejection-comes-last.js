// A rejection is told when ticks and jobs have run and nobody has handled it.
process.on('unhandledRejection', function tell(reason) { console.log(reason); });
Promise.reject('oh');
process.nextTick(function tick() {});
Promise.resolve().then(function job() {});

// => main - 1 - 0 main - main
// => tick tick 4 4 0 main ticks tick-before-job
// => promise job 5 5 0 main promises job-after-ticks
// => rejection tell 2 2 0 main - rejection
// shows: oh
// says: A promise was rejected and had no handler when all ticks and promise jobs had run.
