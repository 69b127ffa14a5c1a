// Hash and compare
const b = require('bcryptjs');
const hash = b.hashSync('pw', '$2a$08$abcdefghijklmnopqrstuu');
console.log(hash, b.compareSync('pw', hash), b.getRounds(hash));
b.compare('no', hash).then((same) => console.log(same));
