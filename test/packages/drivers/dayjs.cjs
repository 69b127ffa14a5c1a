// Zones, plugins
const dayjs = require('dayjs');
dayjs.extend(require('dayjs/plugin/utc'));
dayjs.extend(require('dayjs/plugin/timezone'));
dayjs.extend(require('dayjs/plugin/relativeTime'));
const d = dayjs.utc('2024-02-29T12:00:00Z');
console.log(d.tz('Asia/Tokyo').format(), d.add(1, 'month').format('YYYY-MM-DD'), d.from(dayjs.utc('2023-02-01')), d.endOf('month').toISOString(), d.diff('2020-01-01', 'day'));
