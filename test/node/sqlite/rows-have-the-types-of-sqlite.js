'use strict';
// Values go in and come out with their types; rows as objects, arrays, one by one or all.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE t(id INTEGER PRIMARY KEY, value)');
const insert = db.prepare('INSERT INTO t(value) VALUES (?)');
assert.deepStrictEqual(insert.run('text é\0x'), { changes: 1, lastInsertRowid: 1 });
insert.run(1.5);
insert.run(9007199254740993n);
insert.run(null);
insert.run(new Uint8Array([1, 2, 3]));
insert.run(true);
insert.run(new DataView(new Uint8Array([9, 8]).buffer, 1));
const select = db.prepare('SELECT value FROM t ORDER BY id');
assert.throws(() => select.all(), { code: 'ERR_OUT_OF_RANGE' });
select.setReadBigInts(true);
const values = select.all().map((row) => row.value);
assert.deepStrictEqual(values, ['text é\0x', 1.5, 9007199254740993n, null,
                                new Uint8Array([1, 2, 3]), 1n, new Uint8Array([8])]);
assert.strictEqual(Object.getPrototypeOf(select.get()), null);
select.setReturnArrays(true);
assert.deepStrictEqual(select.get(), ['text é\0x']);
assert.deepStrictEqual([...select.iterate()].length, 7);
assert.strictEqual(db.prepare('SELECT 1 WHERE 0').get(), undefined);
assert.throws(() => insert.run(Symbol('x')), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => insert.run(2n ** 63n), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => insert.run(1, 2), { code: 'ERR_SQLITE_ERROR', errcode: 25 });

const named = db.prepare('SELECT $a AS a, :b AS b, ? AS c');
assert.deepStrictEqual({ ...named.get({ $a: 1, b: 2 }, 3) }, { a: 1, b: 2, c: 3 });
assert.throws(() => named.get({ z: 1 }), { code: 'ERR_INVALID_STATE' });
named.setAllowBareNamedParameters(false);
assert.throws(() => named.get({ b: 1 }), { code: 'ERR_INVALID_STATE' });
db.close();
assert.throws(() => select.all(), { code: 'ERR_INVALID_STATE' });
