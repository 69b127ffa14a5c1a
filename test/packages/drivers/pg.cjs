// Loads, and fails to connect as it does on Node
const { Client, types } = require('pg');
console.log(types.getTypeParser(1700)('1.5'), new Client().escapeIdentifier('a"b'));
new Client({ host: '127.0.0.1', port: 1 }).connect().catch((e) => console.log(e.code));
