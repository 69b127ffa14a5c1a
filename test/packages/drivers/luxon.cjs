// Zones, locales
const { DateTime, Interval, Duration } = require('luxon');
const d = DateTime.fromISO('2024-03-31T00:30:00Z');
console.log(d.setZone('Europe/Berlin').plus({ hours: 2 }).toISO(), d.setZone('America/New_York').toFormat('yyyy LLL dd HH:mm ZZZZ'), Interval.fromDateTimes(d, d.plus({ days: 3 })).splitBy({ days: 1 }).length, Duration.fromObject({ hours: 49 }).shiftTo('days', 'hours').toHuman(), d.weekNumber, DateTime.fromFormat('x', 'yyyy').invalidReason);
