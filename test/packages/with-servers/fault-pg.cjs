// pg: a database that restarts in the middle of a transaction
// PostgreSQL ends all connections and recovers when one of its processes is killed.
const { Client, Pool } = require('pg');
const config = { host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres' };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function retry(work) {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(50);
    }
  }
}

(async () => {
  const pool = new Pool({ ...config, max: 4 });
  pool.on('error', () => {});
  await pool.query('drop table if exists fault_rows; create table fault_rows (id int primary key)');
  const victim = new Client(config), inTransaction = new Client(config), inQuery = new Client(config);
  const heard = [];
  for (const client of [victim, inTransaction, inQuery]) {
    await client.connect();
    client.on('error', (error) => heard.push(error.message));
    client.on('end', () => heard.push('end'));
  }
  await inTransaction.query('begin');
  await inTransaction.query('insert into fault_rows values (-1)');
  const running = inQuery.query('select pg_sleep(100)').catch((error) => heard.push(error.message));
  const { rows: [{ pid }] } = await victim.query('select pg_backend_pid() as pid');

  // Rows are inserted all the time; a failure may have been an answer that was lost.
  const acknowledged = [];
  let writing = true, failures = 0;
  const writers = [0, 1, 2].map(async (writer) => {
    for (let i = writer; writing; i += 3) {
      await retry(() => pool.query('insert into fault_rows values ($1) on conflict do nothing', [i])
        .catch((error) => { failures++; throw error; }));
      acknowledged.push(i);
    }
  });
  while (acknowledged.length < 100)
    await sleep(5);
  process.kill(pid, 'SIGKILL');
  await running;
  const before = acknowledged.length;
  while (acknowledged.length < before + 100)
    await sleep(5);
  writing = false;
  await Promise.all(writers);
  await inTransaction.query('commit').catch((error) => console.log(error.message));
  const { rows } = await pool.query('select id from fault_rows');
  const stored = new Set(rows.map((row) => row.id));
  console.log(heard.sort());
  console.log(failures > 0, stored.has(-1), acknowledged.filter((id) => !stored.has(id)).length);
  await pool.end();
})();
