'use strict';
// The global `performance`: the clock is here, all else is loaded when it is first called.

const { now } = internalBinding('process');
const timeOrigin = Date.now() - now();
const kSecret = Symbol('performance');

const timing = () => require('internal/perf/timing');
const need = (self) => {
  if (!(self instanceof Performance)) {
    const { ERR_INVALID_THIS } = require('internal/errors').codes;
    throw new ERR_INVALID_THIS('Performance');
  }
};

class Performance {
  constructor(secret) {
    if (secret !== kSecret) {
      const { ERR_ILLEGAL_CONSTRUCTOR } = require('internal/errors').codes;
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    }
  }

  clearMarks(name) { need(this); timing().clear('mark', name); }
  clearMeasures(name) { need(this); timing().clear('measure', name); }
  clearResourceTimings(name) { need(this); timing().clear('resource', name); }
  getEntries() { need(this); return timing().list(); }
  getEntriesByName(...args) { need(this); return timing().byName(...args); }
  getEntriesByType(...args) { need(this); return timing().byType(...args); }
  mark(...args) { need(this); return timing().mark(...args); }
  measure(...args) { need(this); return timing().measure(...args); }

  now() {
    need(this);
    return now();
  }

  setResourceTimingBufferSize(size) { need(this); timing().setBufferSize(size); }

  get timeOrigin() {
    need(this);
    return timeOrigin;
  }

  toJSON() {
    need(this);
    return { nodeTiming: this.nodeTiming, timeOrigin,
             eventLoopUtilization: this.eventLoopUtilization() };
  }

  get loop() {
    need(this);
    return require('internal/see/loop');
  }
  eventLoopUtilization(...args) { return require('internal/perf/loop').utilization(...args); }
  get nodeTiming() { return require('internal/perf/loop').nodeTiming(); }
  markResourceTiming(...args) {
    return require('internal/perf/resource').markResourceTiming(...args);
  }
  timerify(...args) { return require('internal/perf/observe').timerify(...args); }
}
Object.defineProperty(Performance.prototype, Symbol.toStringTag,
                      { __proto__: null, configurable: true, value: 'Performance' });
for (const name of ['clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries',
                    'getEntriesByName', 'getEntriesByType', 'mark', 'measure', 'now',
                    'setResourceTimingBufferSize', 'timeOrigin', 'toJSON'])
  Object.defineProperty(Performance.prototype, name, { __proto__: null, enumerable: true });

module.exports = { performance: new Performance(kSecret), Performance };
