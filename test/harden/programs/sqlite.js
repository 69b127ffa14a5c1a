'use strict';
const { step, text, thrown, temporary } = require('../harness.js');
const { DatabaseSync, backup, constants } = require('node:sqlite');

const open = (...rows) => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, c BLOB)');
  const insert = database.prepare('INSERT INTO t (a, b, c) VALUES (?, ?, ?)');
  for (let i = 0; i < rows.length; i++) insert.run(rows[i][0], rows[i][1], rows[i][2]);
  return database;
};

step('rows', () => {
  const database = open(['x', 1.5, new Uint8Array([1, 2])], ['y', null, null]);
  const row = database.prepare('SELECT * FROM t WHERE a = ?').get('x');
  const all = database.prepare('SELECT a, b FROM t ORDER BY id').all();
  const result = text(row.id, row.a, row.b, row.c.length, all.length, all[1].a, all[1].b);
  database.close();
  return result;
});
step('named parameters', () => {
  const database = open(['x', 1, null]);
  const row = database.prepare('SELECT $one AS one, :two AS two').get({ $one: 1, two: 'b' });
  database.close();
  return text(row.one, row.two);
});
step('run', () => {
  const database = open();
  const result = database.prepare("INSERT INTO t (a) VALUES ('z')").run();
  database.close();
  return text(result.changes, result.lastInsertRowid);
});
step('iterate', () => {
  const database = open(['x', 1, null], ['y', 2, null]);
  let seen = '';
  const iterator = database.prepare('SELECT a FROM t ORDER BY id').iterate();
  for (let item = iterator.next(); !item.done; item = iterator.next()) seen += item.value.a;
  database.close();
  return seen;
});
step('settings of statements', () => {
  const database = open(['x', 1, null]);
  const statement = database.prepare('SELECT id, a FROM t');
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const row = statement.get();
  const result = text(typeof row[0], row[1], statement.sourceSQL, statement.expandedSQL,
    statement.columns()[1].name);
  database.close();
  return result;
});
step('functions', () => {
  const database = open(['x', 3, null], ['y', 4, null]);
  database.function('twice', { deterministic: true }, (value) => value * 2);
  database.aggregate('total_of', { start: 0, step: (sum, value) => sum + value });
  const result = text(database.prepare('SELECT twice(4) AS v').get().v,
    database.prepare('SELECT total_of(b) AS v FROM t').get().v);
  database.close();
  return result;
});
step('files', () => {
  const path = temporary + '/data.db';
  const first = new DatabaseSync(path);
  first.exec('CREATE TABLE t (a); INSERT INTO t VALUES (5)');
  first.close();
  const second = new DatabaseSync(path, { readOnly: true });
  const result = text(second.prepare('SELECT a FROM t').get().a, second.isOpen,
    thrown(() => second.exec('DELETE FROM t')));
  second.close();
  return result;
});
step('foreign keys', () => {
  const database = new DatabaseSync(':memory:');
  const row = database.prepare('PRAGMA foreign_keys').get();
  const result = text(row.foreign_keys, thrown(() => database.enableLoadExtension(true)));
  database.close();
  return result;
});
step('changesets', () => {
  const one = open();
  const two = open();
  const session = one.createSession();
  one.exec("INSERT INTO t (a) VALUES ('moved')");
  const applied = two.applyChangeset(session.changeset());
  const result = text(applied, two.prepare('SELECT a FROM t').get().a);
  session.close();
  one.close();
  two.close();
  return result;
});
step('backup', async () => {
  const database = open(['kept', 1, null]);
  await backup(database, temporary + '/copy.db');
  const copy = new DatabaseSync(temporary + '/copy.db');
  const result = copy.prepare('SELECT a FROM t').get().a;
  copy.close();
  database.close();
  return result;
});
step('errors', () => {
  const database = open();
  const result = text(thrown(() => database.exec('BOGUS')), thrown(() => database.prepare(5)),
    thrown(() => database.prepare('SELECT ?').get({})), thrown(() => new DatabaseSync(5)),
    typeof constants.SQLITE_CHANGESET_OMIT);
  database.close();
  return text(result, thrown(() => database.exec('SELECT 1')));
});
