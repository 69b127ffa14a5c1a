// node-cron, cron-parser, rrule, croner, ical.js
console.log(require('node-cron').validate('*/5 * * * *'), require('node-cron').validate('99 * * * *'));
const cp = require('cron-parser');
console.log((cp.CronExpressionParser || cp).parse('0 12 * * 1', { currentDate: new Date(0), tz: 'UTC' }).next().toISOString());
const { RRule } = require('rrule');
console.log(new RRule({ freq: RRule.MONTHLY, dtstart: new Date(0), count: 3, bymonthday: 31 }).all().map((d) => d.toISOString()));
const { Cron } = require('croner');
console.log(new Cron('0 0 29 2 *', { timezone: 'UTC' }).nextRuns(2, new Date(0)).map((d) => d.toISOString()));
