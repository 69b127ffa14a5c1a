// Formats
const moment = require('moment');
const m = moment.utc('2024-02-29T12:34:56Z');
console.log(m.format('dddd, MMMM Do YYYY, h:mm:ss a'), m.clone().add(1, 'year').toISOString(), m.from(moment.utc('2024-01-01')), moment.duration(90, 'minutes').humanize(), m.isoWeek(), moment.utc('x', 'YYYY').isValid());
