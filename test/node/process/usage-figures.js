'use strict';
// Figures of time and memory are plausible, and differences are of what was given.
const assert = require('assert');

const [seconds, ns] = process.hrtime();
const [s, rest] = process.hrtime([seconds, ns]);
assert.ok(s >= 0 && s < 60 && rest >= 0 && rest < 1e9);
assert.strictEqual(typeof process.hrtime.bigint(), 'bigint');
assert.throws(() => process.hrtime([1]), { code: 'ERR_OUT_OF_RANGE' });

const before = process.cpuUsage();
for (let end = Date.now() + 20; Date.now() < end;);
const used = process.cpuUsage(before);
assert.ok(used.user + used.system > 0);
assert.throws(() => process.cpuUsage({ user: -1 }), { code: 'ERR_INVALID_ARG_VALUE' });
assert.ok(process.threadCpuUsage().user >= 0);

const { rss, heapTotal, heapUsed } = process.memoryUsage();
assert.ok(rss > 1e6 && heapTotal >= heapUsed && heapUsed > 0);
assert.ok(process.memoryUsage.rss() > 1e6);
assert.ok(process.resourceUsage().maxRSS > 1000);
assert.ok(process.uptime() > 0 && process.uptime() < 60);
