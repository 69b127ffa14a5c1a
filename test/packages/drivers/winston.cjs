// Console and file
const winston = require('winston');
const log = winston.createLogger({ level: 'info', format: winston.format.combine(winston.format.splat(), winston.format.json()),
  transports: [new winston.transports.Console(), new winston.transports.File({ filename: 'out.log' })] });
log.info('hello %s', 'you', { a: 1 });
log.debug('hidden');
log.error('bad');
log.on('finish', () => setTimeout(() => console.log(require('fs').readFileSync('out.log', 'utf8')), 50));
log.end();
