// holds: worker 3
const { Worker } = require('worker_threads');
new Worker('setInterval(() => {}, 1000)', { eval: true });
new Worker('setInterval(() => {}, 1000)', { eval: true }).unref();
