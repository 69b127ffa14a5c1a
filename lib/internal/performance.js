'use strict';
// The global `performance`: the clock is here, all else is loaded when it is first called.

const {
  ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, Symbol, SymbolToStringTag,
} = primordials;
const { now } = internalBinding('process');
const timeOrigin = internalBinding('performance').timeOrigin();
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
  getEntriesByName(...args) { need(this); return ReflectApply(timing().byName, timing(), args); }
  getEntriesByType(...args) { need(this); return ReflectApply(timing().byType, timing(), args); }
  mark(...args) { need(this); return ReflectApply(timing().mark, timing(), args); }
  measure(...args) { need(this); return ReflectApply(timing().measure, timing(), args); }

  now() {
    need(this);
    return now();
  }

  setResourceTimingBufferSize(_size) {
    need(this);
    ReflectApply(timing().setBufferSize, undefined, arguments);
  }

  get timeOrigin() {
    need(this);
    return timeOrigin;
  }

  toJSON() {
    need(this);
    const { nodeTiming, utilization } = require('internal/perf/loop');
    return { nodeTiming: nodeTiming(), timeOrigin, eventLoopUtilization: utilization() };
  }

  get loop() {
    need(this);
    return require('internal/see/loop');
  }
  eventLoopUtilization(...args) {
    return ReflectApply(require('internal/perf/loop').utilization, undefined, args);
  }
  get nodeTiming() { return require('internal/perf/loop').nodeTiming(); }
  set nodeTiming(value) {
    ObjectDefineProperty(this, 'nodeTiming', {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  }
  markResourceTiming(...args) {
    return ReflectApply(require('internal/perf/resource').markResourceTiming, undefined, args);
  }
  timerify(...args) {
    return ReflectApply(require('internal/perf/observe').timerify, undefined, args);
  }
}
ObjectDefineProperty(Performance.prototype, SymbolToStringTag,
                      { __proto__: null, configurable: true, value: 'Performance' });
const names = ['clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries',
               'getEntriesByName', 'getEntriesByType', 'mark', 'measure', 'now',
               'setResourceTimingBufferSize', 'timeOrigin', 'toJSON'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(Performance.prototype, names[i], { __proto__: null, enumerable: true });

// ---- Events ----
// The object is an EventTarget from the first use of one of its methods on: most programs read only
// the clock.

const performance = new Performance(kSecret);
const EVENT_METHODS = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
let isTarget = false;

function becomeTarget() {
  if (isTarget)
    return;
  isTarget = true;
  const { EventTarget, initEventTarget } = require('internal/event_target');
  for (let i = 0; i < EVENT_METHODS.length; i++)
    delete Performance.prototype[EVENT_METHODS[i]];
  ObjectSetPrototypeOf(Performance.prototype, EventTarget.prototype);
  ObjectSetPrototypeOf(Performance, EventTarget);
  initEventTarget(performance);
}

for (let i = 0; i < EVENT_METHODS.length; i++) {
  const name = EVENT_METHODS[i];
  ObjectDefineProperty(Performance.prototype, name, {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      becomeTarget();
      return performance[name];
    },
  });
}

const kFull = 'onresourcetimingbufferfull';
ObjectDefineProperty(Performance.prototype, kFull, {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    need(this);
    return null;
  },
  set(value) {
    need(this);
    becomeTarget();
    require('internal/event_target').defineEventHandler(Performance.prototype,
                                                        'resourcetimingbufferfull');
    this[kFull] = value;
  },
});

// Without a listener there is nothing to do.
function dispatch(type) {
  if (!isTarget)
    return;
  const { Event } = require('internal/event_target');
  performance.dispatchEvent(new Event(type));
}

module.exports = { performance, Performance, dispatch };
