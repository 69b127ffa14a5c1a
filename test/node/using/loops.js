// The variable of a loop is disposed of after each round, with a block for a body or without.
// lint-ok: syntax acorn 8.8 does not know `using`
'use strict';
const assert = require('assert');
const log = [];
const resource = (name) => ({ name, [Symbol.dispose]() { log.push(`-${name}`); } });
const take = () => log.splice(0).join();
const each = [1, 2, 3].map(resource);

for (using x of each) { if (x.name === 2) continue; log.push(x.name); }
assert.strictEqual(take(), '1,-1,-2,3,-3');

for (using x of each)
  log.push(x.name);
log.push('end');
assert.strictEqual(take(), '1,-1,2,-2,3,-3,end');

for (using x of each) if (x.name === 1) log.push('one'); else if (x.name === 3) { break; } else log.push('two');
assert.strictEqual(take(), 'one,-1,two,-2,-3');

for (using x of each)
  for (using y of [resource('y')])
    try { log.push(x.name + y.name); throw 0; } catch { continue; } finally { log.push('f'); }
assert.strictEqual(take(), '1y,f,-y,-1,2y,f,-y,-2,3y,f,-y,-3');

for (using x of each) log.push(x.name)
{ log.push('block') }
assert.strictEqual(take(), '1,-1,2,-2,3,-3,block');

const functions = [];
for (using x of each) functions.push(() => x.name)
assert.deepStrictEqual(functions.map((f) => f()), [1, 2, 3]);
take();

for (using x = resource('once'), y = null; log.length < 2;) log.push(x.name);
assert.strictEqual(take(), 'once,once,-once');

let using = 5;
const of = [6];
for (using of of) log.push(using);
assert.strictEqual(take(), '6');
