// Loads, formats, and fails to connect as it does on Node
const mysql = require('mysql2');
console.log(mysql.format('select ? from ?? where a in (?)', ["o'x", 't', [1, 2]]));
mysql.createConnection({ host: '127.0.0.1', port: 1 }).on('error', (e) => console.log(e.code));
