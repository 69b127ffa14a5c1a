// 100 rows of four columns as an array.
const { measureSync } = require('./lib.cjs');
const { DatabaseSync } = require('node:sqlite');
const db = new DatabaseSync(':memory:');
db.exec('create table t(id integer primary key, name text, score real, n int)');
const insert = db.prepare('insert into t(name, score, n) values(?, ?, ?)');
for (let i = 0; i < 10000; i++)
  insert.run(`name ${i}`, i / 3, i);
const all = db.prepare('select * from t where id <= 100');
measureSync(1000, (n) => {
  let sum = 0;
  for (let i = 0; i < n; i++)
    sum += all.all().length;
  return sum;
});
