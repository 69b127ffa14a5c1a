// `await using` waits for what is disposed of; null is waited for once.
// lint-ok: syntax acorn 8.8 does not know `using`
'use strict';
const assert = require('assert');
const log = [];
const take = () => log.splice(0).join();
const slow = (name) => ({ name, async [Symbol.asyncDispose]() {
  log.push(`begin ${name}`);
  await null;
  log.push(`end ${name}`);
} });
const quick = (name) => ({ name, [Symbol.dispose]() { log.push(name); } });

(async () => {
  {
    await using a = slow('a'), b = quick('b');
    using c = quick('c');
    log.push(a.name + b.name + c.name);
  }
  assert.strictEqual(take(), 'abc,c,b,begin a,end a');

  for (await using x of [slow(1), slow(2)]) log.push(x.name);
  assert.strictEqual(take(), '1,begin 1,end 1,2,begin 2,end 2');
  async function* source() { yield slow(3); yield quick(4); }
  for await (await using x of source())
    log.push(x.name);
  for await (using x of [quick(5)]) { log.push(x.name); }
  assert.strictEqual(take(), '3,begin 3,end 3,4,4,5,5');

  const waits = async () => { { await using nothing = null; } log.push('after'); };
  const waited = waits();
  log.push('before');
  await waited;
  assert.strictEqual(take(), 'before,after');

  const fails = async () => {
    await using a = { async [Symbol.asyncDispose]() { throw 'disposal'; } };
    throw 'body';
  };
  await assert.rejects(fails, (error) => error instanceof SuppressedError &&
    error.error === 'disposal' && error.suppressed === 'body');
  const value = async () => { await using a = slow('v'); return 'value'; };
  assert.strictEqual(await value(), 'value');
  assert.strictEqual(take(), 'begin v,end v');
  process.exitCode = 0;
})();
process.exitCode = 1;
