'use strict';
const { step, text, call, thrown } = require('../harness.js');
const timers = require('node:timers');
const promises = require('node:timers/promises');

step('order', async () => {
  let order = '';
  await call((done) => {
    setImmediate((a) => {
      order += 'immediate' + a + ' ';
      setTimeout((b, c) => { order += 'timeout' + b + c + ' '; done(); }, 1, 1, 2);
    }, 3);
    process.nextTick(() => { order += 'tick '; });
    queueMicrotask(() => { order += 'micro '; });
  });
  return text(order);
});
step('interval', async () => {
  let count = 0;
  await call((done) => {
    const timer = setInterval(() => { if (++count === 3) { clearInterval(timer); done(); } }, 1);
  });
  return text(count);
});
step('cleared', async () => {
  let order = '';
  clearTimeout(setTimeout(() => { order += 'no'; }, 1));
  clearImmediate(setImmediate(() => { order += 'no'; }));
  clearTimeout(undefined);
  clearTimeout(5);
  const timer = timers.setTimeout(() => { order += 'no'; }, 1);
  clearTimeout(+timer);
  await call((done) => setTimeout(done, 5));
  return text(order);
});
step('objects', () => {
  const timer = setTimeout(() => {}, 1000);
  const had = timer.hasRef();
  timer.unref();
  timer.refresh();
  const result = text(had, timer.hasRef(), timer.ref() === timer, typeof +timer);
  timer.close();
  const immediate = setImmediate(() => {});
  const immediateRef = immediate.hasRef();
  clearImmediate(immediate);
  return text(result, immediateRef);
});
step('same and different times', async () => {
  let order = '';
  await call((done) => {
    setTimeout(() => { order += 'c'; done(); }, 12);
    setTimeout(() => { order += 'a'; }, 2);
    setTimeout(() => { order += 'b'; }, 2);
  });
  return text(order);
});
step('promises', async () => text(await promises.setTimeout(1, 'value'),
  await promises.setImmediate('other'),
  await promises.scheduler.wait(1), await promises.scheduler.yield()));
step('interval as an iterator', async () => {
  let count = 0;
  for await (const value of promises.setInterval(1, 2)) { count += value; if (count === 6) break; }
  return text(count);
});
step('abort', async () => {
  const controller = new AbortController();
  const waiting = promises.setTimeout(5000, null, { signal: controller.signal });
  controller.abort();
  try { await waiting; } catch (error) { return text(error.name, error.code); }
  return 'nothing';
});
step('wrong arguments', async () => {
  let result = '';
  try { await promises.setTimeout('x'); } catch (error) { result += error.code; }
  return text(thrown(() => setTimeout(5)), thrown(() => setImmediate()),
    thrown(() => queueMicrotask(1)), result);
});
