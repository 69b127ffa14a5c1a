'use strict';
// Local time follows process.env.TZ, also after dates were shown in another zone.
const assert = require('assert');

const spring = new Date('2018-04-14T12:34:56.789Z');
process.env.TZ = 'UTC';
assert.strictEqual(spring.getHours(), 12);

process.env.TZ = 'Europe/Amsterdam';
assert.match(spring.toString(), /^Sat Apr 14 2018 14:34:56 GMT\+0200 \(.+\)$/);
assert.strictEqual(spring.toDateString(), 'Sat Apr 14 2018');
assert.strictEqual(spring.getTimezoneOffset(), -120);
assert.strictEqual(spring.toLocaleTimeString('en-GB'), '14:34:56');
assert.strictEqual(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'Europe/Amsterdam');
assert.strictEqual(new Date(2018, 0, 1).toISOString(), '2017-12-31T23:00:00.000Z');
assert.strictEqual(Date.parse('2018-07-01T00:00'), Date.UTC(2018, 5, 30, 22));
assert.strictEqual(Date.parse('2018-07-01'), Date.UTC(2018, 6, 1));
assert.strictEqual(+new Date('Jul 1, 2018 00:00:00 GMT'), Date.UTC(2018, 6, 1));
// The hour that is skipped, and the one that comes twice.
assert.strictEqual(+new Date(2018, 2, 25, 2, 30), Date.UTC(2018, 2, 25, 1, 30));
assert.strictEqual(+new Date(2018, 9, 28, 2, 30), Date.UTC(2018, 9, 28, 0, 30));

process.env.TZ = 'America/New_York';
const date = new Date(2020, 5, 15, 12);
assert.strictEqual(date.toISOString(), '2020-06-15T16:00:00.000Z');
date.setMonth(0);
assert.strictEqual(date.toISOString(), '2020-01-15T17:00:00.000Z');
date.setHours(0, 0, 0, 0);
assert.strictEqual(+date, Date.UTC(2020, 0, 15, 5));
assert.strictEqual(spring.toLocaleString('en-US', { timeZone: 'UTC', minute: '2-digit' }), '34');

class Day extends Date {}
const day = new Day(2020, 0, 1);
assert.ok(day instanceof Date && day instanceof Day && day.constructor === Day);
assert.strictEqual(+new Date(day), Date.UTC(2020, 0, 1, 5));
assert.strictEqual(Date.length, 7);
assert.match(Date(), /GMT-0[45]00 \(Eastern .* Time\)$/);
assert.strictEqual(`${new Date(NaN)}`, 'Invalid Date');
assert.ok(Number.isNaN(new Date(NaN).getHours()));
assert.throws(() => Date.prototype.getHours.call({}), TypeError);

process.env.TZ = 'UTC';
assert.strictEqual(date.getHours(), 5);
delete process.env.TZ;
assert.strictEqual(typeof date.getHours(), 'number');
