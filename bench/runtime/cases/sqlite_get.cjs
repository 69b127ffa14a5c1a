// One row of four columns by its key.
const { measureSync } = require('./lib.cjs');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(':memory:');
db.exec('create table t(id integer primary key, name text, score real, n int)');
const insert = db.prepare('insert into t(name, score, n) values(?, ?, ?)');
for (let i = 0; i < 10000; i++)
  insert.run(`name ${i}`, i / 3, i);
const get = db.prepare('select * from t where id = ?');
measureSync(50000, (n) => {
  let sum = 0;
  for (let i = 0; i < n; i++)
    sum += get.get(i % 10000 + 1).n;
  return sum;
});
