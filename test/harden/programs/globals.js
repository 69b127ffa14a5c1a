'use strict';
const { step, text, call, thrown } = require('../harness.js');

step('EventTarget', () => {
  const target = new EventTarget();
  let heard = '';
  const listener = (event) => { heard += event.type + event.eventPhase + ' '; };
  target.addEventListener('a', listener);
  target.addEventListener('a',
    { handleEvent(event) { heard += 'object' + (event.target === target) + ' '; } });
  target.addEventListener('b', () => { heard += 'once '; }, { once: true });
  target.dispatchEvent(new Event('a'));
  target.dispatchEvent(new Event('b'));
  target.dispatchEvent(new Event('b'));
  target.removeEventListener('a', listener);
  const allowed = target.dispatchEvent(new Event('a'));
  return text(heard, allowed);
});
step('Event', () => {
  const target = new EventTarget();
  const event = new Event('x', { cancelable: true, bubbles: true });
  target.addEventListener('x', (it) => { it.preventDefault(); it.stopImmediatePropagation(); });
  target.addEventListener('x', () => { throw new Error('not called'); });
  const allowed = target.dispatchEvent(event);
  return text(allowed, event.defaultPrevented, event.bubbles, event.composed, event.type,
    event.composedPath().length,
    new CustomEvent('c', { detail: 5 }).detail, event.timeStamp > 0);
});
step('AbortController', () => {
  const controller = new AbortController();
  let heard = '';
  controller.signal.onabort = () => { heard += 'on '; };
  controller.signal.addEventListener('abort', () => { heard += 'listener '; });
  controller.abort();
  controller.abort('again');
  return text(heard, controller.signal.aborted, controller.signal.reason.name,
    thrown(() => controller.signal.throwIfAborted()));
});
step('AbortSignal', async () => {
  const controller = new AbortController();
  const any = AbortSignal.any([controller.signal, new AbortController().signal]);
  controller.abort('why');
  const late = AbortSignal.timeout(1);
  const kept = setTimeout(() => {}, 5000);
  await call((done) => late.addEventListener('abort', () => done()));
  clearTimeout(kept);
  return text(any.aborted, any.reason, AbortSignal.abort('r').reason, late.reason.name);
});
step('DOMException', () => {
  const error = new DOMException('text', 'AbortError');
  return text(error.name, error.message, error.code, error instanceof Error,
    DOMException.ABORT_ERR);
});
step('performance', () => text(performance.now() > 0, typeof performance.timeOrigin));
step('base64', () => text(btoa('abc'), atob(' YWJj ')));
step('microtasks', async () => {
  let order = '';
  await call((done) => { queueMicrotask(() => { order += 'micro'; done(); }); order += 'sync '; });
  return text(order);
});
step('navigator', () => text(navigator.hardwareConcurrency > 0, typeof navigator.userAgent,
  navigator.language.length > 0));
step('globalThis', () => text(globalThis === global, typeof URL, typeof Blob, typeof fetch,
  typeof WebAssembly));
step('errors', () => {
  const error = new Error('a', { cause: 'c' });
  const holder = {};
  Error.captureStackTrace(holder);
  return text(error, error.cause, typeof error.stack, typeof holder.stack, new TypeError('t').name);
});
step('finalization and weak references', () => {
  const registry = new FinalizationRegistry(() => {});
  registry.register({}, 1);
  return text(typeof new WeakRef({}).deref());
});
step('async generators', async () => {
  let got = '';
  const generate = async function* () { yield 1; yield await Promise.resolve(2); };
  for await (const item of generate()) got += item;
  return text(got);
});
step('disposable', () => {
  let order = '';
  const stack = new DisposableStack();
  stack.defer(() => { order += 'deferred'; });
  stack.dispose();
  return text(order, stack.disposed);
});
