'use strict';
// Sessions record changes that another database applies; bytes that are no changeset are refused;
// serialize() and backup() copy a database.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { DatabaseSync, backup, constants } = require('node:sqlite');

const make = () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t(k INTEGER PRIMARY KEY, v TEXT)');
  return db;
};
const rows = (db) => db.prepare('SELECT * FROM t ORDER BY k').all().map((row) => ({ ...row }));
const [source, target] = [make(), make()];
const session = source.createSession();
source.exec("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
const changes = session.changeset();
assert.ok(changes instanceof Uint8Array);
assert.strictEqual(target.applyChangeset(changes), true);
assert.deepStrictEqual(rows(target), rows(source));
assert.strictEqual(target.applyChangeset(changes), false);
target.exec("UPDATE t SET v = 'x'");
const seen = [];
assert.strictEqual(target.applyChangeset(changes, {
  onConflict: (kind) => { seen.push(kind); return constants.SQLITE_CHANGESET_REPLACE; },
}), true);
assert.deepStrictEqual(seen, [constants.SQLITE_CHANGESET_CONFLICT,
                              constants.SQLITE_CHANGESET_CONFLICT]);
assert.deepStrictEqual(rows(target), rows(source));
assert.throws(() => target.applyChangeset(changes, { filter() { throw new Error('no'); } }), /no/);
assert.throws(() => target.applyChangeset(new Uint8Array([1, 2, 3])),
              { code: 'ERR_SQLITE_ERROR', errcode: 11 });
session.close();
assert.throws(() => session.changeset(), { code: 'ERR_INVALID_STATE' });

const copy = new DatabaseSync(':memory:');
copy.deserialize(source.serialize());
assert.deepStrictEqual(rows(copy), rows(source));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sqlite-'));
const file = path.join(folder, 'copy.db');
const steps = [];
backup(source, file, { rate: 1, progress: (step) => steps.push(step) }).then((pages) => {
  const saved = new DatabaseSync(file, { readOnly: true });
  assert.deepStrictEqual(rows(saved), rows(source));
  assert.strictEqual(saved.location(), file);
  assert.throws(() => saved.exec('DELETE FROM t'), { code: 'ERR_SQLITE_ERROR', errcode: 8 });
  assert.strictEqual(steps.length, pages - 1);
  saved.close();
  fs.rmSync(folder, { recursive: true });
});
assert.throws(() => backup({}, file), { code: 'ERR_INVALID_ARG_TYPE' });
assert.rejects(backup(source, '/no/such/folder/x.db'), { code: 'ERR_SQLITE_ERROR' });
