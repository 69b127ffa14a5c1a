// Run: POSTGRES_PORT=5432 REDIS_PORT=6379 gyre examples/orders/server.js [PORT]
// Needs: pg and bullmq of npm, PostgreSQL, Redis.
// Shows: an order that was acknowledged is never lost, and neither is its notification, although
// they are in two stores. POST /orders {"key": "…", "dish": "…"} saves the order and a row of the
// outbox in one transaction, then answers. The relay moves rows of the outbox to the queue in
// Redis, from where worker.js notifies the restaurant.
// (1) The answer 201 is sent after the commit of both rows.
// (2) A row leaves the outbox after Redis has its job. In between a crash leaves both: the job's
//     id is the order's, so that the queue takes it once.
// (3) A client that got no answer sends the same key again; the order is the same.
const http = require('node:http');
const { createQueue, createPool, createTables } = require('./stores.js');

const pool = createPool();
const queue = createQueue();
const BATCH = 100;

const SAVE = `
  with saved as (insert into orders (key, dish) values ($1, $2)
                 on conflict (key) do nothing returning id),
       queued as (insert into outbox (order_id) select id from saved)
  select id from saved union all select id from orders where key = $1`;

async function save({ key, dish }) {
  const { rows } = await pool.query(SAVE, [key, dish]);
  if (rows.length > 0)
    return rows[0].id;
  // Another request with this key committed while this one waited: it was not visible yet.
  return (await pool.query('select id from orders where key = $1', [key])).rows[0].id;
}

/** Moves what is in the outbox to the queue; the number of rows moved. */
async function relayOnce() {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      `select order_id, dish from outbox join orders on id = order_id
       order by order_id limit ${BATCH} for update of outbox skip locked`);
    if (rows.length > 0) {
      await queue.addBulk(rows.map(({ order_id: id, dish }) => (
        { name: 'notify', data: { id, dish }, opts: { jobId: `order-${id}` } })));
      const ids = rows.map((row) => row.order_id);
      await client.query('delete from outbox where order_id = any($1)', [ids]);
    }
    await client.query('commit');
    client.release();
    return rows.length;
  } catch (error) {
    client.release(error); // closes the connection: the transaction is rolled back
    throw error;
  }
}

let relaying = false, wanted = false;

async function relay() {
  wanted = true;
  if (relaying)
    return;
  relaying = true;
  try {
    while (wanted) {
      wanted = false;
      while (await relayOnce() === BATCH);
    }
  } catch (error) {
    console.error('relay:', error.message); // the next order or the timer tries again
  } finally {
    relaying = false;
  }
}

const server = http.createServer(async (request, response) => {
  try {
    if (request.method !== 'POST' || request.url !== '/orders') {
      response.writeHead(404).end();
      return;
    }
    const parts = [];
    for await (const part of request)
      parts.push(part);
    const id = await save(JSON.parse(Buffer.concat(parts)));
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id }));
    relay();
  } catch (error) {
    response.writeHead(500).end(error.message);
  }
});

(async () => {
  pool.on('error', (error) => console.error('pool:', error.message));
  await createTables(pool);
  server.listen(+process.argv[2] || 0, '127.0.0.1', () => {
    console.log('listening on', server.address().port);
  });
  relay(); // what a crash left
  setInterval(relay, 1000);
})();
