'use strict';
// The sources of trace events by category. Each function starts a source and returns a function
// that stops it.

const { add, onFlush } = require('internal/trace_events/file');
const {
  MathRound, Number, NumberPrototypeToString, ObjectKeys, SafeMap, SafeWeakMap,
} = primordials;

const idOf = (number) => `0x${NumberPrototypeToString.call(number, 16)}`;

function asyncHooks(category) {
  const types = new SafeMap();
  const cat = `node,${category}`;
  const hook = require('async_hooks').createHook({
    __proto__: null,
    init(id, type, triggerAsyncId) {
      types.set(id, type);
      const { executionAsyncId } = require('async_hooks');
      const data = { __proto__: null, triggerAsyncId, executionAsyncId: executionAsyncId() };
      add('b', cat, type, { __proto__: null, id: idOf(id), args: { __proto__: null, data } });
    },
    before(id) { callback('B', id); },
    after(id) { callback('E', id); },
    destroy(id) {
      const type = types.get(id);
      types.delete(id);
      if (type !== undefined)
        report('e', type, id);
    },
  });
  function report(phase, name, id) {
    add(phase, cat, name, { __proto__: null, id: idOf(id), args: { __proto__: null } });
  }
  function callback(phase, id) {
    const type = types.get(id);
    if (type !== undefined)
      report(phase, `${type}_CALLBACK`, id);
  }
  hook.enable();
  return () => { hook.disable(); };
}

// The entries of some types, as they come and at the end of the program.
function observe(entryTypes, report) {
  const { PerformanceObserver } = require('perf_hooks');
  const reportAll = (entries) => {
    for (let i = 0; i < entries.length; i++)
      report(entries[i]);
  };
  const observer = new PerformanceObserver((list) => reportAll(list.getEntries()));
  observer.observe({ __proto__: null, entryTypes });
  onFlush(() => reportAll(observer.takeRecords()));
  return () => {
    reportAll(observer.takeRecords());
    observer.disconnect();
  };
}

// Times of the program's clock in microseconds, as the events of other sources have.
function timesOf({ startTime, duration }) {
  const origin = Number(process.hrtime.bigint() / 1000n) -
    MathRound(require('perf_hooks').performance.now() * 1000);
  return { __proto__: null, ts: origin + MathRound(startTime * 1000),
           dur: MathRound(duration * 1000) };
}

function userTiming(category) {
  const cat = `node,node.perf,${category}`;
  return observe(['mark', 'measure'], (entry) => {
    const { ts, dur } = timesOf(entry);
    if (entry.entryType === 'mark') {
      add('R', cat, entry.name, { __proto__: null, ts });
      return;
    }
    const id = idOf(ts);
    add('b', cat, entry.name, { __proto__: null, ts, id });
    add('e', cat, entry.name, { __proto__: null, ts: ts + dur, id });
  });
}

function timerify(category) {
  return observe(['function'], (entry) => {
    add('X', `node,node.perf,${category}`, entry.name, timesOf(entry));
  });
}

function collections(category) {
  return observe(['gc'], (entry) => {
    const args = { __proto__: null, kind: entry.detail.kind };
    add('X', category, 'V8.GC', { __proto__: null, ...timesOf(entry), args });
  });
}

const HTTP = {
  '__proto__': null,
  'http.server.request.start': ['b', 'http.server.request'],
  'http.server.response.finish': ['e', 'http.server.request'],
  'http.client.request.start': ['b', 'http.client.request'],
  'http.client.response.finish': ['e', 'http.client.request'],
};

function http(category) {
  const { subscribe, unsubscribe } = require('diagnostics_channel');
  const ids = new SafeWeakMap();
  let last = 0;
  const listen = (message, channel) => {
    const { 0: phase, 1: name } = HTTP[channel];
    const { request } = message;
    if (!ids.has(request))
      ids.set(request, ++last);
    const { method, url, path } = request;
    add(phase, `node,${category}`, name, {
      __proto__: null, id: idOf(ids.get(request)),
      args: phase === 'b' ? { __proto__: null, method, url: url ?? path } :
        { __proto__: null, statusCode: (message.response ?? request.res)?.statusCode },
    });
  };
  const names = ObjectKeys(HTTP);
  for (let i = 0; i < names.length; i++)
    subscribe(names[i], listen);
  return () => {
    for (let i = 0; i < names.length; i++)
      unsubscribe(names[i], listen);
  };
}

module.exports = { asyncHooks, collections, http, timerify, userTiming };
