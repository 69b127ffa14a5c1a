'use strict';
const { step, text, call, thrown } = require('../harness.js');
const { AsyncLocalStorage, AsyncResource, createHook,
  executionAsyncId } = require('node:async_hooks');

const als = new AsyncLocalStorage();
step('run', () => text(als.run(7, () => als.getStore()), als.getStore()));
step('run with arguments', () => text(als.run(7, (a, b) => a + b + als.getStore(), 1, 2)));
step('exit', () => als.run(7, () => text(als.exit(() => als.getStore()), als.getStore())));
step('over await', async () => {
  const inner = async () => { await null; await undefined; return als.getStore(); };
  return text(await als.run(8, inner), als.getStore());
});
step('over callbacks', async () => {
  const result = await call((done) => als.run(9, () => {
    setTimeout(() => {
      const timer = als.getStore();
      setImmediate(() => process.nextTick(() => queueMicrotask(
        () => done(null, timer, als.getStore()))));
    }, 1);
  }));
  return text(result.value, result.other);
});
step('bind and snapshot', () => {
  const bound = als.run(1, () => AsyncLocalStorage.bind(() => als.getStore()));
  const snapshot = als.run(2, () => AsyncLocalStorage.snapshot());
  return text(bound(), snapshot(() => als.getStore()));
});
step('enterWith and disable', () => {
  als.run(1, () => { als.enterWith(5); });
  als.disable();
  return text(als.getStore());
});
step('default value', () => {
  const other = new AsyncLocalStorage({ defaultValue: 3, name: 'other' });
  return text(other.getStore(), other.name);
});
step('AsyncResource', () => {
  const resource = als.run(4, () => new AsyncResource('THING'));
  const plain = resource.runInAsyncScope((a) => a + ':' + als.getStore(), null, 'x');
  const bound = resource.bind((a) => a + als.getStore());
  const id = typeof resource.asyncId();
  resource.emitDestroy();
  return text(plain, bound('y'), id);
});
step('hook', async () => {
  let before = 0;
  let after = 0;
  let created = '';
  const hook = createHook({
    init(id, type) { if (type === 'MINE') created += type; },
    before() { before++; },
    after() { after++; },
  }).enable();
  const resource = new AsyncResource('MINE');
  resource.runInAsyncScope(() => {});
  hook.disable();
  return text(created, before === after, before > 0, typeof executionAsyncId());
});
step('wrong arguments', () => text(thrown(() => new AsyncResource()),
  thrown(() => AsyncLocalStorage.bind(1)), thrown(() => createHook({ init: 1 }))));
