'use strict';
// The class Worker: a thread with an engine and a loop of its own (docs/workers.md).
// (1) A program often requires this class in its workers too, because parent and worker are one
//     file. So the implementation is in internal/worker/parent, which the first `new Worker()`
//     loads; and the class inherits from a stand-in until `events` is loaded, which happens when
//     an inherited method is first read, too.

const { ObjectDefineProperty, ObjectSetPrototypeOf, SymbolAsyncDispose } = primordials;
const { whenLoaded } = require('internal/bootstrap/loader');

let loaded;
const parent = () => loaded ??= require('internal/worker/parent');

function StandIn() {}

class Worker extends StandIn {
  constructor(filename, options = { __proto__: null }) {
    require('events');
    super();
    parent().start(this, filename, options);
  }

  get resourceLimits() { return parent().resourceLimits(this); }
  get stdin() { return parent().stdioOf(this).stdin; }
  get stdout() { return parent().stdioOf(this).stdout; }
  get stderr() { return parent().stdioOf(this).stderr; }

  postMessage(...args) { parent().postMessage(this, args); }
  terminate(callback) { return parent().terminate(this, callback); }
  [SymbolAsyncDispose]() { return parent().dispose(this); }
  ref() { parent().ref(this); }
  unref() { parent().unref(this); }
  getHeapSnapshot(options) { return parent().getHeapSnapshot(this, options); }
  getHeapStatistics() { return parent().getHeapStatistics(this); }
  cpuUsage(previous) { return parent().cpuUsage(this, previous); }
}

function standIn(target, names) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    ObjectDefineProperty(target, name, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        require('events');
        return this[name];
      },
      set(value) {
        require('events');
        this[name] = value;
      },
    });
  }
}

standIn(StandIn.prototype, [
  'on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'removeAllListeners', 'listeners',
  'rawListeners', 'listenerCount', 'prependListener', 'prependOnceListener', 'eventNames',
  'setMaxListeners', 'getMaxListeners', '_events', '_eventsCount', '_maxListeners',
]);
standIn(StandIn, [
  'on', 'once', 'getEventListeners', 'getMaxListeners', 'setMaxListeners', 'listenerCount',
  'addAbortListener', 'captureRejections', 'captureRejectionSymbol', 'defaultMaxListeners',
  'errorMonitor', 'usingDomains', 'init', 'EventEmitter', 'EventEmitterAsyncResource',
]);

whenLoaded('events', (EventEmitter) => {
  ObjectSetPrototypeOf(Worker, EventEmitter);
  ObjectSetPrototypeOf(Worker.prototype, EventEmitter.prototype);
});

module.exports = { Worker };
