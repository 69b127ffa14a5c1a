// 5,000 lines, redaction, children
const pino = require('pino');
let lines = 0, last;
const log = pino({ base: null, timestamp: false, redact: ['a.secret'], level: 'debug' }, { write: (s) => { lines++; last = s; } });
for (let i = 0; i < 5000; i++)
  log.info({ i, a: { secret: 'x', open: 1 } }, 'line %d', i);
console.log(lines, last);
log.child({ req: 7 }).error(Object.assign(new Error('bad'), { stack: 's' }), 'failed');
console.log(last);
log.trace('no');
console.log(lines);
