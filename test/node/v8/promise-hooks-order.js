'use strict';
// v8.promiseHooks tells init, before, settled and after of explicit promises in the engine's order,
// also when a promise follows another one; and nothing any more once stopped.
const assert = require('assert');
const { promiseHooks } = require('v8');

const names = new Map();
const name = (promise) => {
  if (promise !== undefined && !names.has(promise))
    names.set(promise, `p${names.size + 1}`);
  return names.get(promise) ?? '-';
};
let log = [];
const stop = promiseHooks.createHook({
  init: (promise, parent) => log.push(`init ${name(promise)} ${name(parent)}`),
  before: (promise) => log.push(`before ${name(promise)}`),
  after: (promise) => log.push(`after ${name(promise)}`),
  settled: (promise) => log.push(`settled ${name(promise)}`),
});

function expect(run, events) {
  return () => {
    names.clear();
    log = [];
    run();
    setImmediate(() => {
      assert.deepStrictEqual(log, events);
      (steps.shift() ?? end)();
    });
  };
}

const steps = [
  expect(() => new Promise((resolve) => { resolve(1); resolve(2); }), ['init p1 -', 'settled p1']),
  expect(() => { Promise.resolve(1).then(() => { throw 1; }).catch(() => {}); },
         ['init p1 -', 'settled p1', 'init p2 p1', 'init p3 p2', 'before p2', 'settled p2',
          'after p2', 'before p3', 'settled p3', 'after p3']),
  expect(() => { new Promise((resolve) => resolve(Promise.resolve(3))); },
         ['init p1 -', 'init p2 -', 'settled p2', 'before p1', 'init p3 p2', 'after p1',
          'before p3', 'settled p1', 'settled p3', 'after p3']),
  expect(() => { Promise.race([1]); },
         ['init p1 -', 'init p2 -', 'settled p2', 'init p3 p2', 'before p3', 'settled p1',
          'settled p3', 'after p3']),
  expect(() => { class P extends Promise {} P.resolve(1).then(() => 2); },
         ['init p1 -', 'settled p1', 'init p2 -', 'before p2', 'settled p2', 'after p2']),
  expect(() => queueMicrotask(() => {}), []),
];

function end() {
  stop();
  log = [];
  Promise.resolve().then(() => assert.deepStrictEqual(log, []));
  assert.throws(() => promiseHooks.onInit(async () => {}), { code: 'ERR_INVALID_ARG_TYPE' });
}
steps.shift()();
