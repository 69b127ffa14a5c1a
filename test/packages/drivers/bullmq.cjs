// Loads
const { Queue, Worker, UnrecoverableError } = require('bullmq');
console.log(typeof Queue, typeof Worker, new UnrecoverableError('x').name);
