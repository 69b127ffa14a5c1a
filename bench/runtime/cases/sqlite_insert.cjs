// Inserts of three values into a table in memory, in one transaction.
const { measureSync } = require('./lib.cjs');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(':memory:');
db.exec('create table t(id integer primary key, name text, score real, n int)');
const insert = db.prepare('insert into t(name, score, n) values(?, ?, ?)');
db.exec('begin');
measureSync(50000, (n) => {
  for (let i = 0; i < n; i++)
    insert.run(`name ${i}`, i / 3, i);
});
