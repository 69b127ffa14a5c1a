'use strict';
// How a thread is called: "worker 2 (images)"; '' for the main thread.

const UNNAMED = 'WorkerThread';     // the name of a worker that was given none

const threadName = ({ thread, name }) =>
  (thread === 0 ? '' : `worker ${thread}${name === UNNAMED || name === '' ? '' : ` (${name})`}`);

module.exports = { threadName };
