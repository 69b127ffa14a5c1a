// Jobs that succeed, fail and are tried again, a job that runs once, results
import { PgBoss } from 'pg-boss';
const boss = new PgBoss({ host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres', schema: `boss${process.pid}`, schedule: false, supervise: false });
boss.on('error', (error) => console.log('error', error.message));
await boss.start();
await boss.createQueue('work', { retryLimit: 2, retryDelay: 0 });
const ids = [];
for (let i = 0; i < 20; i++)
  ids.push(await boss.send('work', { i }));
console.log(await boss.send('work', { i: 99 }, { singletonKey: 'a', singletonSeconds: 600 }) !== null,
            await boss.send('work', { i: 99 }, { singletonKey: 'a', singletonSeconds: 600 }));
const tries = {};
let left = 21;
await new Promise((resolve) => boss.work('work', { batchSize: 1, pollingIntervalSeconds: 0.5 }, async ([job]) => {
  const { i } = job.data;
  tries[i] = (tries[i] ?? 0) + 1;
  if (i % 10 === 0 && tries[i] < 3)
    throw new Error('again');
  if (--left === 0)
    setImmediate(resolve);
  return { twice: i * 2 };
}));
await boss.offWork('work', { wait: true });
console.log(tries);
const jobs = await Promise.all(ids.map(async (id) => (await boss.findJobs('work', { id }))[0]));
console.log(jobs.map((job) => [job.state, job.retryCount, job.output]));
await boss.stop({ graceful: true });
