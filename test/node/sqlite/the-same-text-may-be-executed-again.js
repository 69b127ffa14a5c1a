'use strict';
// exec() of a text that was executed before does the same as the first time: after changes of the
// schema, of functions and of settings, within a function that the same text calls, behind an
// error, and with an authorizer, who is asked each time.
const assert = require('assert');
const { DatabaseSync, constants } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
const count = () => db.prepare('select count(*) as n from t').get().n;
const insert = 'insert into t values (1)';
const twice = (text) => { db.exec(text); db.exec(text); };

// The schema.
db.exec('create table t(a)');
twice(insert);
assert.strictEqual(count(), 2);
db.exec('drop table t');
assert.throws(() => db.exec(insert), /no such table: t/);
db.exec('create table t(b unique)');
db.exec(insert);
for (let i = 0; i < 2; i++)
  assert.throws(() => db.exec(insert), { code: 'ERR_SQLITE_ERROR', errcode: 2067 });
assert.strictEqual(count(), 1);

// Functions, and the same text within one.
const seen = [];
db.function('f', () => { seen.push('first'); return 1; });
twice('select f()');
db.function('f', () => {
  seen.push('second');
  if (seen.length < 5)
    db.exec('select f()');
  return 1;
});
db.exec('select f()');
assert.deepStrictEqual(seen, ['first', 'first', 'second', 'second', 'second']);
db.function('g', () => { throw new Error('thrown'); });
for (let i = 0; i < 2; i++)
  assert.throws(() => db.exec('select g()'), /thrown/);

// Transactions; several statements; more texts than are kept; other ends of a text.
for (let i = 0; i < 3; i++) {
  db.exec('begin');
  db.exec('insert into t values (2)');
  assert.strictEqual(count(), 2);
  db.exec('rollback');
  assert.throws(() => db.exec('rollback'), /no transaction is active/);
  assert.strictEqual(count(), 1);
}
for (let round = 0; round < 2; round++)
  for (let i = 10; i < 20; i++)
    db.exec(`insert into t values (${i + round * 100});${' '.repeat(i)}`);
assert.strictEqual(count(), 21);
twice('delete from t; insert into t values (1)');
twice('insert into t values (null), (null) -- two of them');
twice('select \';\'');
twice(' ');
twice('select 1; /* end */');
for (let i = 0; i < 2; i++)
  assert.throws(() => db.exec('select 1; select missing'), /no such column/);
assert.strictEqual(count(), 5);

// Settings and the authorizer.
const { limits } = db;
if (limits !== undefined) {
  db.exec('select 12345678');
  const { sqlLength } = limits;
  limits.sqlLength = 10;
  assert.throws(() => db.exec('select 12345678'));
  limits.sqlLength = sqlLength;
}
let asked = 0;
db.exec('select 1');
db.setAuthorizer(() => { asked++; return constants.SQLITE_OK; });
twice('select 1');
assert.strictEqual(asked, 2);
db.setAuthorizer(() => constants.SQLITE_DENY);
assert.throws(() => db.exec('select 1'), /not authorized/);
db.setAuthorizer(null);
twice('select 1');

twice('begin immediate; commit');
twice('select * from t');
db.exec('drop table t');
db.exec('vacuum');
db.close();
assert.throws(() => db.exec('select 1'), { code: 'ERR_INVALID_STATE' });
