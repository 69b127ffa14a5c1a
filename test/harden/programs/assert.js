'use strict';
const { step, text, thrown } = require('../harness.js');
const assert = require('node:assert');
const strict = require('node:assert/strict');

step('what holds', () => {
  assert(true);
  assert.ok(1, 'a message');
  assert.equal(1, '1');
  assert.notEqual(1, 2);
  assert.strictEqual('a', 'a');
  assert.deepEqual({ a: [1, { b: 2 }] }, { a: [1, { b: '2' }] });
  assert.deepStrictEqual(new Map([[1, new Set([2])]]), new Map([[1, new Set([2])]]));
  assert.deepStrictEqual(new Date(5), new Date(5));
  assert.deepStrictEqual(/a/g, /a/g);
  assert.deepStrictEqual(Buffer.from('x'), Buffer.from('x'));
  assert.notDeepStrictEqual({ a: 1 }, { a: 2 });
  assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 1 });
  assert.match('abc', /b/);
  assert.doesNotMatch('abc', /x/);
  assert.ifError(null);
  return text('held');
});
step('plain objects', () => {
  assert.deepStrictEqual({ a: 1, b: [1, 2], c: { d: null } }, { a: 1, b: [1, 2], c: { d: null } });
  strict.deepEqual([1, [2, [3]]], [1, [2, [3]]]);
  return text('held');
});
step('ok', () => thrown(() => assert.ok(0)));
step('ok with a message', () => thrown(() => assert.ok(0, 'my message')));
step('equal', () => thrown(() => assert.equal(1, 2)));
step('strictEqual', () => thrown(() => assert.strictEqual('a', 'b')));
step('strictEqual of texts', () => thrown(() => assert.strictEqual('a\nb\nc', 'a\nx\nc')));
step('deepStrictEqual', () => thrown(() => assert.deepStrictEqual({ a: 1, b: 2 }, { a: 1, b: 3 })));
step('deepStrictEqual of lists', () => thrown(() => assert.deepStrictEqual([1, 2, 3], [1, 2, 4])));
step('deepStrictEqual of maps', () => thrown(
  () => assert.deepStrictEqual(new Map([['a', 1]]), new Map([['a', 2]]))));
step('notStrictEqual', () => thrown(() => assert.notStrictEqual(1, 1)));
step('match', () => thrown(() => assert.match('abc', /x/)));
step('fail', () => thrown(() => assert.fail('failed')));
step('ifError', () => thrown(() => assert.ifError(new Error('inner'))));
step('throws', () => {
  assert.throws(() => { throw new TypeError('bad'); }, TypeError);
  assert.throws(() => { throw new TypeError('bad'); }, /bad/);
  assert.throws(() => { throw new TypeError('bad'); }, { name: 'TypeError', message: 'bad' });
  assert.throws(() => { throw new TypeError('bad'); }, (error) => error.message === 'bad');
  assert.doesNotThrow(() => {});
  return text('held');
});
step('throws that does not', () => thrown(() => assert.throws(() => {}, TypeError)));
step('throws another', () => thrown(
  () => assert.throws(() => { throw new Error('bad'); }, { message: 'good' })));
step('doesNotThrow', () => thrown(() => assert.doesNotThrow(() => { throw new Error('bad'); })));
step('rejects', async () => {
  await assert.rejects(async () => { throw new Error('bad'); }, /bad/);
  await assert.rejects(Promise.reject(new Error('bad')), { message: 'bad' });
  await assert.doesNotReject(async () => {});
  return text('held');
});
step('rejects that does not', async () => {
  try { await assert.rejects(async () => {}); } catch (error) { return text(error); }
  return 'nothing';
});
step('AssertionError', () => {
  const error = new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' });
  return text(error, error.actual, error.expected, error.operator, error.generatedMessage);
});
step('wrong arguments', () => text(thrown(() => assert.throws('x')),
  thrown(() => assert.match(1))));
