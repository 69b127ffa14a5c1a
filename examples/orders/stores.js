// The two stores of the example: PostgreSQL has the orders and the outbox, Redis the queue.
const { Pool } = require('pg');
const { Queue } = require('bullmq');

const QUEUE = 'notifications';
const host = '127.0.0.1';
const redis = { host, port: +process.env.REDIS_PORT || 6379, maxRetriesPerRequest: null };

function createPool() {
  const port = +process.env.POSTGRES_PORT || 5432;
  const user = process.env.PGUSER ?? 'tester';
  return new Pool({ host, port, database: 'postgres', user, max: 10 });
}

/** Two servers may start at once: "if not exists" alone is not safe against that. */
async function createTables(pool) {
  await pool.query(`
    begin;
    select pg_advisory_xact_lock(15);
    create table if not exists orders
      (id bigserial primary key, key text unique not null, dish text not null);
    create table if not exists outbox (order_id bigint primary key references orders);
    commit`);
}

/** Redis must keep its log (appendonly yes, appendfsync always) if it may crash, too. */
function createQueue() {
  return new Queue(QUEUE, {
    connection: redis,
    defaultJobOptions: {
      attempts: 1000, // a restaurant that does not answer is asked again for hours
      backoff: { type: 'fixed', delay: +process.env.RETRY_DELAY || 10_000 },
      removeOnComplete: { age: 24 * 3600 }, // longer than a row can wait in the outbox
    },
  });
}

module.exports = { QUEUE, redis, createPool, createQueue, createTables };
