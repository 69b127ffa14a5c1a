// What a block declares with `using` is disposed of when it is left, last first, however it is left.
// lint-ok: syntax acorn 8.8 does not know `using`
'use strict';
const assert = require('assert');
const log = [];
const resource = (name) => ({ name, [Symbol.dispose]() { log.push(name); } });
const take = () => log.splice(0).join();

{
  using a = resource('a'), b = resource('b');
  using c = null, d = undefined;
  log.push(`body ${a.name}${b.name}${c}${d}`);
}
assert.strictEqual(take(), 'body abnullundefined,b,a');

function returns() { 'use strict'; using a = resource('a'); return log.push('value'); }
assert.strictEqual(returns(), 1);
assert.strictEqual(take(), 'value,a');

const throws = () => { using a = resource('a'); throw new Error('from body'); };
assert.throws(throws, { message: 'from body' });
assert.strictEqual(take(), 'a');

// Without semicolons, with functions in the values, nested.
{
  using a = resource((() => { using inner = resource('inner'); return 'outer' })())
  using b = resource('b')
  , c = resource('c')
  const using = 1, of = 2
  const plain = using / of / 1
  hoisted()
  function hoisted() { log.push(plain + a.name) }
}
assert.strictEqual(take(), 'inner,0.5outer,c,b,outer');

function* generator() { using a = resource('a'); yield 1; yield 2; }
for (const value of generator()) { log.push(value); break; }
assert.strictEqual(take(), '1,a');

class WithBlock { static { using a = resource('static'); log.push('in'); } }
assert.strictEqual(take(), 'in,static');
assert.ok(WithBlock);

assert.throws(() => { using a = 1; }, { name: 'TypeError', message: 'An object is expected with `using` declarations' });
assert.throws(() => { using a = resource('first'); using b = {}; },
              { name: 'TypeError', message: 'Symbol(Symbol.dispose) is not a function' });
assert.strictEqual(take(), 'first');
