'use strict';
// node:perf_hooks. The parts: internal/perf/timing (entries), observe, histogram, loop.

const { ObjectDefineProperty, ObjectFreeze } = primordials;
const { performance, Performance } = require('internal/performance');
const { PerformanceEntry, PerformanceMark, PerformanceMeasure } = require('internal/perf/timing');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observe');
const { createHistogram, importHistogram, monitorEventLoopDelay } =
  require('internal/perf/histogram');
const { timerify, eventLoopUtilization } = performance;

// A value, as in Node, for all that load this module or read the global `Performance`. The getter
// that it replaces is for programs that only read the clock.
ObjectDefineProperty(Performance.prototype, 'nodeTiming', {
  __proto__: null, value: require('internal/perf/loop').nodeTiming(), writable: true,
  enumerable: false, configurable: true,
});

// Numbers of V8's garbage collector, for programs that name them.
const constants = ObjectFreeze({
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
});

function createSlidingWindowHistogram(options) {
  return require('internal/perf/sliding_window').createSlidingWindowHistogram(options);
}

module.exports = {
  Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver,
  PerformanceObserverEntryList, monitorEventLoopDelay, eventLoopUtilization, timerify,
  createHistogram, createSlidingWindowHistogram, importHistogram, performance,
  get PerformanceResourceTiming() {
    return require('internal/perf/resource').PerformanceResourceTiming;
  },
};
ObjectDefineProperty(module.exports, 'constants',
                      { __proto__: null, enumerable: true, configurable: false, value: constants });
