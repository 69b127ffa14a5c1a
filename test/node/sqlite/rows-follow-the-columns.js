'use strict';
// Rows have the names of the columns at the time they are read, however often a statement was run
// before, whatever the names are.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
db.exec('create table t(a)');
const add = db.prepare('insert into t values (?)');
for (let i = 0; i < 300; i++)
  add.run(i);

const read = db.prepare('select * from t order by a');
for (let i = 0; i < 100; i++)
  assert.deepStrictEqual({ ...read.get() }, { a: 0 });
assert.deepStrictEqual(read.all().map((row) => row.a), Array.from({ length: 300 }, (_, i) => i));
db.exec('alter table t add column b default 5');
assert.deepStrictEqual({ ...read.get() }, { a: 0, b: 5 });
assert.deepStrictEqual({ ...read.all().at(-1) }, { a: 299, b: 5 });
db.exec('alter table t rename column b to c');
assert.deepStrictEqual({ ...read.iterate().next().value }, { a: 0, c: 5 });

const odd = db.prepare('select 1 as "__proto__", 2 as "7", 3 as "a""b", 4 as "", 5 as x, 6 as x');
for (let i = 0; i < 100; i++) {
  const row = odd.get();
  assert.strictEqual(Object.getPrototypeOf(row), null);
  assert.deepStrictEqual(Object.entries(row).sort(),
                         [['', 4], ['7', 2], ['__proto__', 1], ['a"b', 3], ['x', 6]]);
}

// Many columns: rows are read in smaller batches.
const wide = db.prepare(`select ${Array.from({ length: 900 }, (_, i) => `a + ${i} as c${i}`)}
                         from t limit 20`);
const rows = wide.all();
assert.deepStrictEqual(rows.map((row) => row.c899), Array.from({ length: 20 }, (_, i) => i + 899));
assert.strictEqual(Object.keys(rows[19]).length, 900);
wide.setReturnArrays(true);
assert.deepStrictEqual(wide.all()[3].slice(0, 2), [3, 4]);

// Parameters by name and by position; what is not given is null.
const named = db.prepare('select $a as a, :b as b, ? as c');
assert.deepStrictEqual({ ...named.get({ a: 1, b: 'x' }, 2n) }, { a: 1, b: 'x', c: 2 });
assert.deepStrictEqual({ ...named.get({ $a: 1 }) }, { a: 1, b: null, c: null });
assert.throws(() => named.get({ z: 1 }), { code: 'ERR_INVALID_STATE' });
assert.throws(() => named.get(1, 2, 3, 4), { code: 'ERR_SQLITE_ERROR' });
assert.throws(() => named.get(Symbol('x')), { code: 'ERR_INVALID_ARG_TYPE' });
assert.deepStrictEqual({ ...named.get(undefined) }, { a: null, b: null, c: null });
named.close();
assert.throws(() => named.get(1), { code: 'ERR_INVALID_STATE', message: /finalized/ });
assert.throws(() => named.run(1), { code: 'ERR_INVALID_STATE', message: /finalized/ });
