'use strict';
// node:test: hooks run in order around each test; mocks record, replace and put back; timers tick.
const assert = require('assert');
const { spawnSync } = require('child_process');
const { mock } = require('node:test');

const object = { method(x) { return x + 1; } };
const { method } = object;
const mocked = mock.method(object, 'method', (x) => x * 10);
assert.strictEqual(object.method(3), 30);
assert.deepStrictEqual(mocked.mock.calls[0].arguments, [3]);
mocked.mock.restore();
assert.strictEqual(object.method, method);
const fn = mock.fn((a, b) => a + b, { times: 1 });
assert.strictEqual(fn(1, 2), 3);
assert.strictEqual(fn.mock.callCount(), 1);

mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 100 });
let fired = 0;
setTimeout(() => { fired = Date.now(); }, 50);
mock.timers.tick(49);
assert.strictEqual(fired, 0);
mock.timers.tick(1);
assert.strictEqual(fired, 150);
mock.timers.reset();

const text = `const { before, after, beforeEach, afterEach, describe, it } = require('node:test');
const seen = [];
describe('s', () => {
  before(() => seen.push('before')); after(() => seen.push('after'));
  beforeEach(() => seen.push('each')); afterEach(() => seen.push('end'));
  it('one', () => seen.push(1)); it('two', () => seen.push(2));
});
process.on('exit', () => console.error(seen.join()));`;
const { stderr } = spawnSync(process.execPath, ['-e', text]);
assert.strictEqual(`${stderr}`.trim(), 'before,each,1,end,each,2,end,after');
