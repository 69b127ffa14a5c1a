// auto, queue, waterfall, limits
const async = require('async');
async.auto({
  one: (done) => setImmediate(done, null, 1),
  two: ['one', (results, done) => setTimeout(done, 1, null, results.one + 1)],
  three: ['one', 'two', (results, done) => done(null, results.one + results.two)],
}, (error, results) => console.log('auto', error, results));
async.waterfall([(d) => d(null, 1), (n, d) => d(null, n + 1), (n, d) => d(new Error('stop ' + n))],
                (error) => console.log('waterfall', error.message));
const queue = async.queue((task, done) => { console.log('task', task); setImmediate(done); }, 2);
queue.push([1, 2, 3, 4, 5]);
queue.drain(() => console.log('drained'));
async.mapLimit([1, 2, 3], 2, async (n) => n * 2, (error, list) => console.log(error, list));
