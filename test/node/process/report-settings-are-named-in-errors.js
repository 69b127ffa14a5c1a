'use strict';
// A wrong value of a setting of process.report is refused by the setting's name.
const assert = require('assert');
const { report } = process;

const names = {
  directory: 'directory', filename: 'filename', signal: 'signal', compact: 'compact',
  excludeEnv: 'excludeEnv', excludeNetwork: 'excludeNetwork', reportOnFatalError: 'trigger',
  reportOnSignal: 'trigger', reportOnUncaughtException: 'trigger',
};
for (const [key, name] of Object.entries(names)) {
  const before = report[key];
  assert.throws(() => { report[key] = 5; },
                { code: 'ERR_INVALID_ARG_TYPE', message: new RegExp(`^The "${name}" argument`) });
  assert.strictEqual(report[key], before);
}
