// Jobs that succeed, fail and are tried again, in order of priority
const { Queue, Worker, QueueEvents } = require('bullmq');
const connection = { host: '127.0.0.1', port: +process.env.REDIS_PORT, maxRetriesPerRequest: null };
(async () => {
  const name = `q${process.pid}`;
  const queue = new Queue(name, { connection });
  queue.setMaxListeners(0);
  const events = new QueueEvents(name, { connection });
  await events.waitUntilReady();
  const jobs = [];
  for (let i = 0; i < 20; i++)
    jobs.push(await queue.add('work', { i }, { attempts: 3, backoff: { type: 'fixed', delay: 5 } }));
  const tries = {};
  const worker = new Worker(name, async (job) => {
    tries[job.data.i] = (tries[job.data.i] ?? 0) + 1;
    if (job.data.i % 5 === 0 && tries[job.data.i] < 3)
      throw new Error('again');
    if (job.data.i === 7)
      throw new Error('never');
    return job.data.i * 2;
  }, { connection, concurrency: 4 });
  const results = await Promise.allSettled(jobs.map((job) => job.waitUntilFinished(events)));
  console.log(results.map((result) => result.value ?? result.reason.message), tries);
  console.log(await queue.getJobCounts('completed', 'failed', 'waiting'));
  await worker.close();
  await events.close();
  await queue.obliterate({ force: true });
  await queue.close();
})();
