// 20,000 records as a stream
const { parse } = require('csv-parse');
const { stringify } = require('csv-stringify/sync');
const { Readable } = require('stream');
let count = 0, sum = 0, last;
Readable.from((function* () { yield 'id,name,"q ""x"""\n'; for (let i = 0; i < 20000; i++) yield `${i},n${i},"a\nb"\n`; })())
  .pipe(parse({ columns: true })).on('data', (r) => { count++; sum += Number(r.id); last = r; })
  .on('end', () => console.log(count, sum, last, stringify([['a', 'b,c'], [1, 'd"e']])));
parse('a,b\n1', (e) => console.log(e.code));
