// A table, and figlet
const Table = require('cli-table3');
const t = new Table({ head: ['a', 'b'], style: { head: [], border: [] } });
t.push(['1', 'two\nlines'], [{ colSpan: 2, content: 'wide' }], ['日本', 'x']);
console.log(t.toString());
console.log(require('figlet').textSync('gyre'));
