// Formats, distances
const f = require('date-fns');
const d = new Date(Date.UTC(2024, 1, 29, 12, 34, 56));
console.log(f.format(d, "yyyy-MM-dd'T'HH:mm:ss EEEE do QQQ I"), f.formatDistance(d, f.addDays(d, 40), { addSuffix: true }), f.addMonths(d, 12).toISOString(), f.differenceInBusinessDays(f.addDays(d, 30), d), f.parse('01/02/2023', 'dd/MM/yyyy', d).toISOString(), f.eachWeekOfInterval({ start: d, end: f.addDays(d, 20) }).map((x) => x.toISOString()));
