'use strict';
const { Error } = globalThis;   // a poison deletes it, and engines word that differently
const { step, text, call, thrown } = require('../harness.js');
const dc = require('node:diagnostics_channel');
const { AsyncLocalStorage } = require('node:async_hooks');

step('publish', () => {
  let heard = '';
  const channel = dc.channel('one');
  const listener = (message, name) => { heard += message + name; };
  dc.subscribe('one', listener);
  channel.publish('a');
  const had = dc.hasSubscribers('one');
  dc.unsubscribe('one', listener);
  channel.publish('b');
  return text(heard, had, channel.hasSubscribers, dc.channel('one') === channel);
});
step('several listeners', () => {
  let heard = '';
  const channel = dc.channel('two');
  channel.subscribe((message) => { heard += '1' + message; });
  channel.subscribe((message) => { heard += '2' + message; });
  channel.publish('x');
  return text(heard);
});
step('stores', () => {
  const channel = dc.channel('three');
  const als = new AsyncLocalStorage();
  channel.bindStore(als, (value) => value + 1);
  const seen = channel.runStores(5, () => als.getStore());
  return text(seen, channel.unbindStore(als), als.getStore());
});
const listen = (tracing) => {
  const heard = { text: '' };
  tracing.subscribe({
    start() { heard.text += 'start '; }, end() { heard.text += 'end '; },
    asyncStart() { heard.text += 'asyncStart '; }, asyncEnd() { heard.text += 'asyncEnd '; },
    error() { heard.text += 'error '; },
  });
  return heard;
};
step('traceSync', () => {
  const tracing = dc.tracingChannel('sync');
  const heard = listen(tracing);
  const result = tracing.traceSync((a, b) => a + b, { c: 1 }, null, 2, 3);
  const failed = thrown(() => tracing.traceSync(() => { throw new Error('x'); }));
  return text(result, failed, heard.text, tracing.hasSubscribers);
});
step('tracePromise', async () => {
  const tracing = dc.tracingChannel('promise');
  const heard = listen(tracing);
  const result = await tracing.tracePromise(async (a) => a + 1, {}, null, 2);
  return text(result, heard.text);
});
step('traceCallback', async () => {
  const tracing = dc.tracingChannel('callback');
  const heard = listen(tracing);
  const { value } = await call((done) => tracing.traceCallback(
    (a, back) => setImmediate(back, null, a + 1), 1, {}, null, 4, done));
  return text(value, heard.text);
});
step('wrong arguments', () => text(thrown(() => dc.channel(5)),
  thrown(() => dc.subscribe('x', 5))));
