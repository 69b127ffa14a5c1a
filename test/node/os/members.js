'use strict';
// os tells of the machine what the system tells.
const assert = require('assert');
const fs = require('fs');
const os = require('os');

assert.strictEqual(os.hostname(), fs.readFileSync('/proc/sys/kernel/hostname', 'utf8').trim());
assert.strictEqual(os.release(), fs.readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim());
assert.strictEqual(`${os.type}`, 'Linux');
assert.strictEqual(os.EOL, '\n');
assert.strictEqual(os.cpus().length > 0, true);
assert.deepStrictEqual(Object.keys(os.cpus()[0].times), ['user', 'nice', 'sys', 'idle', 'irq']);
assert.strictEqual(os.loadavg().length, 3);
assert.ok(os.freemem() < os.totalmem());
assert.strictEqual(os.networkInterfaces().lo?.[0].cidr ?? '127.0.0.1/8', '127.0.0.1/8');
assert.strictEqual(os.userInfo().uid, process.getuid());
assert.strictEqual(os.constants.signals.SIGTERM, 15);
assert.strictEqual(os.constants.errno.ENOENT, 2);
assert.ok(Object.isFrozen(os.constants.signals));
assert.throws(() => os.getPriority(2 ** 31 - 1), { code: 'ERR_SYSTEM_ERROR', name: 'SystemError' });
assert.throws(() => os.setPriority(0, 20), { code: 'ERR_OUT_OF_RANGE' });
process.env.TMPDIR = '/somewhere/';
assert.strictEqual(os.tmpdir(), '/somewhere');
