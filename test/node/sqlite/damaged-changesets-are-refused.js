'use strict';
// A changeset that ends early or has other bytes in it is refused or applied, but it never hangs or
// crashes; what a session made is always accepted.
const assert = require('assert');
const { DatabaseSync } = require('node:sqlite');

function open() {
  const db = new DatabaseSync(':memory:');
  db.exec(`create table a(k integer primary key, v text, w blob, r real);
           create table b(x, y, primary key(x, y))`);
  return db;
}

const source = open();
const first = source.createSession();
const insert = source.prepare('insert into a values (?, ?, ?, ?)');
for (let i = 0; i < 4; i++) {
  insert.run(i, `v${i}`.repeat(3), Buffer.from('abc'), i / 2);
  source.prepare('insert into b values (?, ?)').run(i, 'y');
}
const sets = [first.changeset(), first.patchset()];
first.close();
const second = source.createSession();
source.exec(`update a set v = 'z' where k > 1; delete from b where x < 3;
             delete from a where k = 0`);
sets.push(second.changeset(), second.patchset());

for (const set of sets) {
  const db = open();
  if (set === sets[2] || set === sets[3])
    db.applyChangeset(sets[0]);
  assert.strictEqual(db.applyChangeset(set), true);
}

let refused = 0;
for (const set of sets) {
  for (let length = 1; length < set.length; length++) {
    try {
      open().applyChangeset(set.subarray(0, length));
    } catch (error) {
      assert.strictEqual(error.code, 'ERR_SQLITE_ERROR');
      refused++;
    }
  }
  for (let at = 0; at < set.length; at++) {
    const damaged = Uint8Array.from(set);
    damaged[at] ^= 0x55;
    try {
      open().applyChangeset(damaged, { onConflict: () => 0 });
    } catch (error) {
      assert.strictEqual(error.code, 'ERR_SQLITE_ERROR');
      refused++;
    }
  }
}
assert(refused > 300);
