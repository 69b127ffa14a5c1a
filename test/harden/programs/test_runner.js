'use strict';
const { step, text } = require('../harness.js');
const { test, describe, it, before, after, beforeEach, afterEach, mock } = require('node:test');

step('mocks', () => {
  const f = mock.fn((a) => a + 1);
  const object = { method() { return 'real'; } };
  mock.method(object, 'method', () => 'mocked');
  const result = text(f(1), f.mock.callCount(), f.mock.calls[0].arguments, object.method());
  mock.restoreAll();
  return text(result, object.method());
});
step('timers', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let fired = 0;
  setTimeout(() => { fired++; }, 1000);
  mock.timers.tick(1000);
  mock.timers.reset();
  return text(fired);
});
step('suites', async () => {
  let order = '';
  await describe('suite', () => {
    before(() => { order += 'before '; });
    after(() => { order += 'after '; });
    beforeEach(() => { order += 'each '; });
    afterEach(() => { order += 'done '; });
    it('one', () => { order += 'one '; });
    it('two', async () => { order += 'two '; });
    it.skip('three', () => { order += 'three '; });
  });
  return text(order);
});
step('subtests', async () => {
  let order = '';
  await test('outer', async (context) => {
    await context.test('inner', (inner) => { order += inner.name + inner.fullName; });
    context.diagnostic('said');
    context.assert.strictEqual(1, 1);
  });
  await test('with a callback', (context, done) => { setImmediate(done); });
  await test('to do', { todo: true }, () => {});
  await test('skipped', { skip: 'why' }, () => {});
  return text(order);
});
step('failing', async () => {
  await test('fails', { todo: 'later' }, () => { throw new Error('expected'); });
  return 'done';
});
