'use strict';
// A function that SQLite calls cannot close the statement or the database that calls it; what an
// aggregate does while its statement is closed leaves nothing behind.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

const STATE = { code: 'ERR_INVALID_STATE' };
function open() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2), (4, 2)');
  return database;
}
// An aggregate over a window: its result is asked for while rows are still to come.
const WINDOW = 'SELECT a, f(a) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t';
const sum = (result) => ({
  start: 0, step: (total, value) => total + value, inverse: (total, value) => total - value, result,
});

{ // a function, in the middle of a step
  const database = open();
  let statement;
  let calls = 0;
  database.function('f', (value) => {
    calls++;
    assert.throws(() => statement.get(), STATE);
    assert.throws(() => statement.close(), STATE);
    assert.throws(() => database.close(), STATE);
    assert.throws(() => database.deserialize(new Uint8Array(10)), STATE);
    return value;
  });
  statement = database.prepare('SELECT f(a) AS x FROM t');
  assert.strictEqual(statement.all().length, 4);
  assert.strictEqual(calls, 4);
  database.close();
}
{ // an aggregate over a window that is left because its statement, or its database, is closed
  for (const close of ['statement', 'database']) {
    const database = open();
    let calls = 0;
    database.aggregate('f', sum((total) => {
      calls++;
      return total;
    }));
    const statement = database.prepare(WINDOW);
    statement.iterate().next();
    assert.strictEqual(calls, 1);
    if (close === 'statement')
      statement.close();
    else
      database.close();
    assert.strictEqual(calls, 1);
    assert.throws(() => statement.get(), STATE);
  }
}
{ // an aggregate that is ended because its statement has failed, and throws: not in the next query
  const database = open();
  const refusals = [];
  const attempt = (fn) => {
    try {
      refusals.push(fn());
    } catch (error) {
      refusals.push(error.code);
    }
  };
  let rows = 0;
  database.function('fails', (value) => {
    if (++rows === 2)
      throw new Error('failed');
    return value;
  });
  let statement;
  database.aggregate('f', { start: 0, step: (total, value) => total + value, result() {
    attempt(() => statement.close());
    attempt(() => statement.get());
    attempt(() => database.close());
    throw new Error('too late');
  } });
  statement = database.prepare('SELECT (SELECT f(u.a) FROM t u WHERE u.b = fails(t.b)) FROM t');
  assert.throws(() => statement.all(), Error);
  assert.deepStrictEqual(refusals, Array(3).fill(STATE.code));
  assert.strictEqual(database.prepare('SELECT 1 AS x').get().x, 1);
  database.close();
}
{ // a value that closes the statement, or the database, while it is read
  for (const what of ['statement', 'database']) {
    const database = open();
    const statement = database.prepare('SELECT $a, $b');
    assert.throws(() => statement.get({
      get $a() {
        if (what === 'database')
          database.close();
        else
          statement.close();
        return 1;
      },
      $b: 2,
    }), Error);
  }
}
{ // sessions and iterators
  const database = open();
  const session = database.createSession();
  database.function('f', (value) => {
    assert.throws(() => session.close(), STATE);
    return value;
  });
  database.exec('INSERT INTO t VALUES (f(5), 5)');
  const iterator = database.prepare('SELECT * FROM t').iterate();
  iterator.next();
  database.close();
  assert.throws(() => session.changeset(), STATE);
  assert.throws(() => iterator.next(), STATE);
  assert.throws(() => iterator.return(), STATE);
}
{ // numbers that SQLite cannot have
  const database = open();
  const fn = Object.defineProperty(() => {}, 'length', { value: 'x' });
  assert.throws(() => database.function('f', fn), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => new DatabaseSync(':memory:', { limits: { length: 2 ** 33 } }),
                { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => database.prepare('SELECT zeroblob(2000000000)').get(),
                { code: 'ERR_SQLITE_ERROR' });
  database.close();
}
