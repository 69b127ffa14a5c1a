// pg: a query with a parameter, one at a time.
const { measure } = require('../cases/lib.cjs');
const { load } = require('./load.cjs');
process.noDeprecation = true; // queries of one turn on one client
const client = new (load('pg').Client)({
  host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres',
});
client.connect().then(() => measure(2000, async (n, done) => {
  for (let i = 0; i < n; i++)
    await client.query('select $1::int as x, $2::text as t', [i, 'text']);
  done();
}));
