'use strict';
// A FileHandle that is collected open is closed, and the error says which file it was.
// flags: --expose-gc
// differs from Node: it is run without the option
const assert = require('assert');
const { open } = require('fs').promises;

const COUNT = 20;
let told = 0;
process.on('uncaughtException', (error) => {
  assert.strictEqual(error.code, 'ERR_INVALID_STATE');
  assert.match(error.message, /^A FileHandle object was closed during garbage collection\. /);
  assert.ok(/File descriptor: \d+ \((.*)\)$/.exec(error.message)[1] === __filename);
  told++;
});

async function forget() {
  for (let i = 0; i < COUNT; i++)
    await open(__filename);
}

// The stack may keep one or another alive for a while, not all of them for ever.
forget().then(function look() {
  if (told > 0)
    process.exit(0);
  gc();
  setImmediate(look);
});
