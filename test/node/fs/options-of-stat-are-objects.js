'use strict';
// stat() and lstat() of promises and of a FileHandle check their options before the path.
const assert = require('assert');
const { open, stat, lstat } = require('fs/promises');

const refused = {
  code: 'ERR_INVALID_ARG_TYPE',
  message: /^The "options" argument must be of type object\. Received /,
};

async function main() {
  const handle = await open(__filename);
  for (const options of [null, 5, 'x', [], () => {}]) {
    await assert.rejects(stat(5, options), refused);
    await assert.rejects(lstat(__filename, options), refused);
    await assert.rejects(handle.stat(options), refused);
  }
  assert.strictEqual(typeof (await handle.stat({ bigint: true })).size, 'bigint');
  await handle.close();
}
main();
