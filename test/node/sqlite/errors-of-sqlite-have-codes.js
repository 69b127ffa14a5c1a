'use strict';
// What SQLite refuses is an Error with ERR_SQLITE_ERROR, its number and its text; states and
// arguments that are wrong have Node's codes.
const assert = require('assert');
const { DatabaseSync, StatementSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE t(k INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1)');
assert.throws(() => db.exec('INSERT INTO t VALUES (1)'), {
  name: 'Error', code: 'ERR_SQLITE_ERROR', errcode: 1555, errstr: 'constraint failed',
  message: 'UNIQUE constraint failed: t.k',
});
assert.throws(() => db.prepare('SELEC'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
assert.throws(() => db.prepare(''), {
  code: 'ERR_INVALID_ARG_VALUE', message: 'The SQL query contains no statements.',
});
assert.throws(() => db.prepare(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new StatementSync(), { name: 'Error', code: 'ERR_ILLEGAL_CONSTRUCTOR' });
assert.throws(() => db.prepare('SELECT 9007199254740993 AS big').get(), {
  name: 'RangeError', code: 'ERR_OUT_OF_RANGE',
});
assert.throws(() => db.createSession(undefined), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => { db.limits.length = 2 ** 31; }, { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new DatabaseSync(':memory:', { timeout: 2 ** 40 }),
              { code: 'ERR_INVALID_ARG_TYPE' });
db.setAuthorizer(() => 77);
assert.throws(() => db.exec('SELECT 1'),
              (error) => error instanceof RangeError && !('code' in error));
db.setAuthorizer(() => 'no number');
assert.throws(() => db.exec('SELECT 1'),
              (error) => error instanceof TypeError && !('code' in error));
db.setAuthorizer(null);
assert.deepStrictEqual(Object.keys(db.prepare('SELECT 1').run()), ['changes', 'lastInsertRowid']);
assert.throws(() => DatabaseSync(':memory:'), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
for (const path of [5, 'a\0b', undefined, {}])
  assert.throws(() => new DatabaseSync(path), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new DatabaseSync(new URL('http://a/')), { code: 'ERR_INVALID_URL_SCHEME' });
assert.throws(() => new DatabaseSync('/no/such/folder/x.db'),
              { code: 'ERR_SQLITE_ERROR', errcode: 14 });
assert.throws(() => db.open(), { code: 'ERR_INVALID_STATE' });
const statement = db.prepare('SELECT 1');
statement.close();
assert.throws(() => statement.get(), { code: 'ERR_INVALID_STATE' });
db.close();
assert.throws(() => db.close(), { code: 'ERR_INVALID_STATE' });
assert.throws(() => db.exec('SELECT 1'), { code: 'ERR_INVALID_STATE' });
db[Symbol.dispose]();
assert.strictEqual(db.isOpen, false);
const closed = new DatabaseSync(':memory:', { open: false });
closed.open();
assert.strictEqual(closed.isTransaction, false);
closed.exec('BEGIN');
assert.strictEqual(closed.isTransaction, true);
closed.limits.sqlLength = 20;
assert.throws(() => closed.prepare('SELECT 1, 2, 3, 4, 5, 6, 7'), { code: 'ERR_SQLITE_ERROR' });

// A database that is disposed of in the middle of a query stays open.
const used = new DatabaseSync(':memory:');
used.function('dispose', () => { used[Symbol.dispose](); return 1; });
assert.strictEqual(used.prepare('SELECT dispose() AS one').get().one, 1);
assert.strictEqual(used.isOpen, true);
