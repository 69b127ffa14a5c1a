'use strict';
// Plain functions, aggregates and window functions; what they throw leaves the query; the database
// and the running statement are safe from them.
const assert = require('assert');
const { DatabaseSync, constants } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)');
const get = (sql) => db.prepare(sql).get().r;
db.function('twice', (x) => (typeof x === 'number' ? x * 2 : x + x));
db.function('count_args', { varargs: true }, (...args) => args.length);
db.function('kind', { useBigIntArguments: true }, (x) => typeof x);
db.function('bytes', () => new Uint8Array([65]));
db.function('nil', () => {});
assert.deepStrictEqual([get('SELECT twice(4) AS r'), get("SELECT twice('a') AS r")], [8, 'aa']);
assert.strictEqual(get('SELECT count_args(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) AS r'), 10);
assert.strictEqual(get('SELECT kind(1) AS r'), 'bigint');
assert.deepStrictEqual([get('SELECT bytes() AS r'), get('SELECT nil() AS r')],
                       [new Uint8Array([65]), null]);
const why = new Error('why');
db.function('fails', () => { throw why; });
assert.throws(() => get('SELECT fails() AS r'), why);
assert.throws(() => db.exec('SELECT fails()'), why);
db.function('later', async () => 1);
assert.throws(() => get('SELECT later() AS r'), /Asynchronous user-defined functions/);
assert.throws(() => get('SELECT twice(1, 2) AS r'), { code: 'ERR_SQLITE_ERROR' });

db.aggregate('total', { start: 0, step: (sum, x) => sum + x });
db.aggregate('joined', { start: () => [], step: (list, x) => [...list, x],
                         inverse: (list) => list.slice(1), result: (list) => list.join('+') });
assert.deepStrictEqual([get('SELECT total(x) AS r FROM t'), get('SELECT joined(x) AS r FROM t')],
                       [6, '1+2+3']);
const rows = db.prepare('SELECT joined(x) OVER (ORDER BY x ROWS 1 PRECEDING) AS r FROM t').all();
assert.deepStrictEqual(rows.map((row) => row.r), ['1', '1+2', '2+3']);
db.aggregate('breaks', { start: 0, step: (_, x) => { throw x ? why : x; } });
assert.throws(() => get('SELECT breaks(x) AS r FROM t'), why);
assert.strictEqual(get('SELECT total(x) AS r FROM t WHERE 0'), 0);

const state = { code: 'ERR_INVALID_STATE' };
let statement;
db.function('meddles', () => {
  assert.throws(() => db.close(), state);
  assert.throws(() => statement.close(), state);
  assert.throws(() => statement.get(), state);
  return db.prepare('SELECT 7 AS r').get().r;
});
statement = db.prepare('SELECT meddles() AS r');
assert.strictEqual(statement.get().r, 7);
const seen = [];
db.setAuthorizer((action, table) => {
  seen.push(action);
  return table === 'forbidden' ? constants.SQLITE_DENY : constants.SQLITE_OK;
});
assert.throws(() => db.exec('CREATE TABLE forbidden(x)'), /not authorized/);
assert.ok(seen.includes(constants.SQLITE_CREATE_TABLE));
db.setAuthorizer(null);
db.exec('CREATE TABLE forbidden(x)');
