'use strict';
// process.allowedNodeEnvironmentFlags answers for spellings and cannot be changed.
const assert = require('assert');
const flags = process.allowedNodeEnvironmentFlags;

for (const flag of ['--no-warnings', 'no_warnings', '-r', 'r', '--stack-trace-limit=5',
                    '--perf_basic_prof'])
  assert.ok(flags.has(flag), flag);
for (const flag of ['--r', '-R', '---require', '--nonsense', '', '--'])
  assert.ok(!flags.has(flag), flag);
const { size } = flags;
flags.add('foo');
Set.prototype.add.call(flags, 'foo');
Set.prototype.clear.call(flags);
flags.delete('-r');
assert.strictEqual(flags.size, size);
assert.ok(![...flags].includes('foo'));
assert.ok(Object.isFrozen(flags));
