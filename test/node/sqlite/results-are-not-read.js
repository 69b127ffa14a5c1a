// What a function of the program returns is not asked for its properties: an accessor is code of
// the program, which could close the database in the middle of the query.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

const db = new DatabaseSync(':memory:');
let reads = 0;
const thenable = { get then() { reads++; db.close(); } };
db.function('thenable', () => thenable);
db.aggregate('last', { start: 0, step: (_state, _value) => thenable });
const unconverted = {
  code: 'ERR_SQLITE_ERROR',
  message: 'Returned JavaScript value cannot be converted to a SQLite value',
};
assert.throws(() => db.prepare('SELECT thenable()').get(), unconverted);
assert.throws(() => db.prepare('SELECT last(1)').get(), unconverted);
assert.throws(() => db.exec('SELECT thenable()'), unconverted);
assert.strictEqual(reads, 0);

db.function('later', async () => 1);
assert.throws(() => db.prepare('SELECT later()').get(), {
  code: 'ERR_SQLITE_ERROR', message: 'Asynchronous user-defined functions are not supported',
});

db.function('huge', () => 2n ** 63n);
db.function('most', () => 2n ** 63n - 1n);
assert.throws(() => db.prepare('SELECT huge()').get(), {
  code: 'ERR_SQLITE_ERROR', message: 'BigInt value is too large for SQLite',
});
assert.strictEqual(db.prepare('SELECT most() AS n', { readBigInts: true }).get().n, 2n ** 63n - 1n);
db.close();
