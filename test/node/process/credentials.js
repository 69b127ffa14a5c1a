'use strict';
// Users and groups are read as numbers; names that nobody has are refused by name.
const assert = require('assert');

for (const name of ['getuid', 'geteuid', 'getgid', 'getegid'])
  assert.ok(Number.isInteger(process[name]()) && process[name]() >= 0);
assert.ok(process.getgroups().includes(process.getegid()));
assert.throws(() => process.setuid('no-such-user-here'),
              { code: 'ERR_UNKNOWN_CREDENTIAL',
                message: 'User identifier does not exist: no-such-user-here' });
assert.throws(() => process.setgroups(['no-such-group']), { code: 'ERR_UNKNOWN_CREDENTIAL' });
assert.throws(() => process.setgid(-1), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => process.initgroups('root'), { code: 'ERR_INVALID_ARG_TYPE' });
process.setgid(process.getgid());
