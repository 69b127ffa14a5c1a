// Queries, types, transactions, notices, errors, a backend that is ended
process.noDeprecation = true; // queries of one turn on one client
const { Client, Pool } = require('pg');
const config = { host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres' };
(async () => {
  const c = new Client(config);
  await c.connect();
  await c.query('drop table if exists t; create table t(id serial primary key, a text, b jsonb, c bytea, d timestamptz)');
  for (let i = 0; i < 50; i++)
    await c.query('insert into t(a, b, c, d) values($1, $2, $3, $4)', [`row ${i} é`, { i }, Buffer.from([i, 0, 255]), new Date(1e12)]);
  const { rows, fields } = await c.query({ name: 'one', text: 'select * from t where id = $1', values: [7] });
  console.log(rows, fields.map((field) => field.name));
  console.log((await c.query('select 1.5::numeric n, 9007199254740993::int8 i, array[1,2] a, null z, true b')).rows);
  console.log((await Promise.all(Array.from({ length: 100 }, (_, i) => c.query('select $1::int * 2 as x', [i])))).at(-1).rows);
  await c.query('select broken').catch((error) => console.log(error.code, error.message, error.position));
  await c.query('begin; insert into t(a) values(1)');
  await c.query('rollback');
  console.log((await c.query('select count(*) from t')).rows[0], (await c.query('select repeat($1, 200000) as r', ['x'])).rows[0].r.length);
  const heard = new Promise((resolve) => c.once('notification', (n) => resolve([n.channel, n.payload])));
  await c.query('listen news');
  await c.query("notify news, 'hello'");
  console.log(await heard);
  const pool = new Pool({ ...config, max: 3 });
  pool.on('error', () => {});
  console.log((await Promise.all(Array.from({ length: 20 }, (_, i) => pool.query('select $1::int as x', [i])))).map((r) => r.rows[0].x).join());
  const victim = new Client(config);
  const ended = new Promise((resolve) => victim.on('error', (error) => resolve(error.code ?? error.message)));
  await victim.connect();
  const { rows: [{ pid }] } = await victim.query('select pg_backend_pid() as pid');
  await c.query('select pg_terminate_backend($1)', [pid]);
  console.log(await ended);
  await pool.end();
  await c.end();
})();
