// A database that a worker has left open is closed when the worker ends: its transaction is rolled
// back, its lock is gone. So is one whose aggregate is half done.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { DatabaseSync } = require('node:sqlite');
const { Worker } = require('node:worker_threads');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sqlite-'));
const file = path.join(folder, 'file.db');
const worker = new Worker(`
  const { DatabaseSync } = require('node:sqlite');
  const { workerData } = require('node:worker_threads');
  const db = new DatabaseSync(workerData);
  db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); BEGIN EXCLUSIVE; DELETE FROM t');
  const other = new DatabaseSync(':memory:');
  other.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)');
  other.aggregate('collect', { start: 0, step: (sum, a) => process.exit(3) });
  other.prepare('SELECT collect(a) FROM t').get();
`, { eval: true, workerData: file });
worker.on('exit', (code) => {
  assert.strictEqual(code, 3);
  const db = new DatabaseSync(file);
  db.exec('INSERT INTO t VALUES (3)');
  assert.strictEqual(db.prepare('SELECT sum(a) AS sum FROM t').get().sum, 6);
  db.close();
  fs.rmSync(folder, { recursive: true });
});
