// Run: REDIS_PORT=6379 RESTAURANT=http://127.0.0.1:8081 gyre examples/orders/worker.js
// Shows: a durable job. A worker that dies in the middle of a job loses its lock; another worker,
// or the next one, takes the job again. So a notification is sent at least once: the restaurant
// knows an order by its id and may get it twice.
const { Worker } = require('bullmq');
const { QUEUE, redis } = require('./stores.js');

async function notify({ data }) {
  const response = await fetch(process.env.RESTAURANT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `order-${data.id}` },
    body: JSON.stringify(data),
    signal: AbortSignal.timeout(5000),
  });
  await response.arrayBuffer();
  if (!response.ok)
    throw new Error(`the restaurant answered ${response.status}`);
}

const worker = new Worker(QUEUE, notify, {
  connection: redis,
  concurrency: 16,
  lockDuration: +process.env.LOCK_DURATION || 30_000,
  stalledInterval: +process.env.LOCK_DURATION || 30_000,
  maxStalledCount: 1000, // by default the second crash would fail the job for good
});
worker.on('error', (error) => console.error('worker:', error.message));
worker.on('ready', () => console.log('ready'));
