// pg: queries with a parameter, 100 queued at a time.
const { measure } = require('../cases/lib.cjs');
const { load } = require('./load.cjs');
process.noDeprecation = true; // queries of one turn on one client
const client = new (load('pg').Client)({
  host: '127.0.0.1', port: +process.env.POSTGRES_PORT, user: 'tester', database: 'postgres',
});
const query = (i) => client.query('select $1::int as x, $2::text as t', [i, 'text']);
client.connect().then(() => measure(4000, async (n, done) => {
  for (let i = 0; i < n; i += 100)
    await Promise.all(Array.from({ length: 100 }, (_, j) => query(i + j)));
  done();
}));
