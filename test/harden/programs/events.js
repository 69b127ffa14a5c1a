'use strict';
const { step, text, call, thrown } = require('../harness.js');
const events = require('node:events');
const { EventEmitter } = events;

step('emit', () => {
  const emitter = new EventEmitter();
  let heard = '';
  emitter.on('a', (x, y) => { heard += 'on' + x + y; });
  emitter.once('a', () => { heard += 'once'; });
  emitter.prependListener('a', () => { heard += 'first'; });
  emitter.prependOnceListener('a', () => { heard += 'firstonce'; });
  const had = emitter.emit('a', 1, 2);
  emitter.emit('a', 3, 4, 5, 6);
  return text(had, heard, emitter.emit('b'));
});
step('remove', () => {
  const emitter = new EventEmitter();
  const f = () => {};
  const g = () => {};
  emitter.on('a', f).on('a', g).on('b', f);
  emitter.off('a', f);
  const left = emitter.listenerCount('a');
  const names = emitter.eventNames();
  emitter.removeAllListeners('a');
  const none = emitter.listenerCount('a');
  emitter.removeAllListeners();
  return text(left, names, none, emitter.eventNames().length);
});
step('listeners', () => {
  const emitter = new EventEmitter();
  const f = () => {};
  emitter.once('a', f);
  return text(emitter.listeners('a')[0] === f, emitter.rawListeners('a')[0].listener === f,
    emitter.getMaxListeners(), emitter.setMaxListeners(3).getMaxListeners());
});
step('newListener', () => {
  const emitter = new EventEmitter();
  let heard = '';
  emitter.on('newListener', (name) => { heard += '+' + name; });
  emitter.on('removeListener', (name) => { heard += '-' + name; });
  const f = () => {};
  emitter.on('x', f);
  emitter.removeListener('x', f);
  return text(heard);
});
step('error', () => text(thrown(() => new EventEmitter().emit('error', new Error('bad'))),
  thrown(() => new EventEmitter().emit('error', 'text')),
    thrown(() => new EventEmitter().emit('error'))));
step('names of Object.prototype', () => {
  const emitter = new EventEmitter();
  return text(emitter.emit('toString'), emitter.listenerCount('constructor'),
    emitter.listeners('__proto__').length);
});
step('errorMonitor', () => {
  const emitter = new EventEmitter();
  let heard = '';
  emitter.on(events.errorMonitor, (error) => { heard += error.message; });
  return text(thrown(() => emitter.emit('error', new Error('seen'))), heard);
});
step('too many', async () => {
  const emitter = new EventEmitter();
  for (let i = 0; i < 12; i++) emitter.on('many', () => {});
  await null;
  return text(emitter.listenerCount('many'));
});
step('once as a promise', async () => {
  const emitter = new EventEmitter();
  setImmediate(() => emitter.emit('later', 1, 2));
  const values = await events.once(emitter, 'later');
  return text(values);
});
step('once that fails', async () => {
  const emitter = new EventEmitter();
  setImmediate(() => emitter.emit('error', new Error('bad')));
  try { await events.once(emitter, 'x'); } catch (error) { return text(error); }
  return 'nothing';
});
step('once that is aborted', async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  try {
    await events.once(new EventEmitter(), 'x', { signal: controller.signal });
  } catch (error) { return text(error.name, error.code); }
  return 'nothing';
});
step('on as an iterator', async () => {
  const emitter = new EventEmitter();
  const iterator = events.on(emitter, 'x');
  emitter.emit('x', 1);
  emitter.emit('x', 2, 3);
  const first = await iterator.next();
  const second = await iterator.next();
  const end = await iterator.return();
  return text(first.value, second.value, end.done);
});
step('rejections', async () => {
  const emitter = new EventEmitter({ captureRejections: true });
  const { value } = await call((done) => {
    emitter.on('error', (error) => done(null, error));
    emitter.on('x', async () => { throw new Error('rejected'); });
    emitter.emit('x');
  });
  return text(value);
});
step('of event targets', () => {
  const target = new EventTarget();
  target.addEventListener('x', () => {});
  return text(events.getEventListeners(target, 'x').length, events.getMaxListeners(target),
    events.listenerCount(new EventEmitter(), 'x'));
});
step('classes', () => {
  class Mine extends EventEmitter { constructor() { super(); this.on('x',
    () => { this.got = 1; }); } }
  const mine = new Mine();
  mine.emit('x');
  return text(mine.got, mine instanceof EventEmitter);
});
step('EventEmitterAsyncResource', () => {
  const emitter = new events.EventEmitterAsyncResource({ name: 'MINE' });
  let heard = 0;
  emitter.on('x', (n) => { heard += n; });
  emitter.emit('x', 4);
  return text(heard, typeof emitter.asyncId);
});
step('addAbortListener', () => {
  const controller = new AbortController();
  let heard = 0;
  events.addAbortListener(controller.signal, () => { heard++; });
  controller.abort();
  return text(heard);
});
step('wrong arguments', () => text(thrown(() => new EventEmitter().on('x', 5)),
  thrown(() => new EventEmitter().setMaxListeners(-1)), thrown(() => events.on(5, 'x'))));
