'use strict';
// An iterator ends when its statement is run again; a tag store prepares a text once and drops what
// was used least.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)');
const select = db.prepare('SELECT x FROM t');
const first = select.iterate();
assert.ok(first instanceof Iterator);
assert.strictEqual(first.next().value.x, 1);
assert.strictEqual(select.get().x, 1);
assert.throws(() => first.next(), { code: 'ERR_INVALID_STATE', message: /invalidated/ });
for (const row of select.iterate()) {
  assert.strictEqual(row.x, 1);
  break;
}
assert.deepStrictEqual(select.iterate().map((row) => row.x).toArray(), [1, 2, 3]);

const sql = db.createTagStore(2);
const name = "'; DROP TABLE t; --";
assert.strictEqual(sql.run`INSERT INTO t VALUES (${name})`.changes, 1);
assert.strictEqual(sql.get`SELECT x FROM t WHERE x = ${name}`.x, name);
assert.strictEqual(sql.all`SELECT x FROM t WHERE x = ${1}`.length, 1);
assert.deepStrictEqual([sql.size, sql.capacity, sql.db === db], [2, 2, true]);
assert.throws(() => sql.get`SELECT ?`, { code: 'ERR_INVALID_ARG_VALUE' });
sql.clear();
assert.strictEqual(sql.size, 0);
const columns = db.prepare('SELECT x AS y, 1 AS z FROM t').columns();
assert.deepStrictEqual(columns.map((column) => [column.name, column.column, column.table]),
                       [['y', 'x', 't'], ['z', null, null]]);
assert.strictEqual(db.prepare('SELECT ?').expandedSQL, 'SELECT NULL');
