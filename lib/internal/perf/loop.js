'use strict';
// eventLoopUtilization() and nodeTiming.

const { MathMax, ObjectDefineProperty, ObjectKeys } = primordials;
const { now, loopIdle, loopStart } = internalBinding('process');
const { metricsInfo, milestones } = internalBinding('performance');
const { PerformanceEntry, kSecret } = require('internal/perf/timing');

// In the main thread, idle time counts from the first call, which is this time; in a worker, from
// its start.
const { isMainThread } = internalBinding('worker');
let since;

function share(idle, active) {
  return { idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) };
}

function utilization(one, two) {
  if (one && two)
    return share(one.idle - two.idle, one.active - two.active);
  since ??= isMainThread ? now() : 0;
  const idle = loopIdle();
  const start = loopStart();
  if (start < 0)
    return share(0, 0);
  const active = MathMax(0, now() - MathMax(start, since) - idle);
  return one ? share(idle - one.idle, active - one.active) : share(idle, active);
}

function uvMetricsInfo() {
  const { 0: loopCount, 1: events, 2: eventsWaiting } = metricsInfo();
  return { loopCount, events, eventsWaiting };
}

const MILESTONES = {
  name: () => 'node',
  entryType: () => 'node',
  startTime: () => 0,
  duration: now,
  nodeStart: () => milestones()[0],
  v8Start: () => milestones()[1],
  environment: () => milestones()[2],
  bootstrapComplete: () => milestones()[3],
  loopStart: () => (isMainThread ? milestones()[4] : loopStart()),     // as utilization() counts
  loopExit: () => milestones()[5],
  idleTime: loopIdle,
  uvMetricsInfo,
};

class NodeTiming extends PerformanceEntry {
  constructor() {
    super(kSecret, 'node', 'node', 0, 0);
    const names = ObjectKeys(MILESTONES);
    for (let i = 0; i < names.length; i++) {
      const key = names[i];
      ObjectDefineProperty(this, key, {
        __proto__: null, enumerable: true, configurable: true, get: () => MILESTONES[key](),
      });
    }
  }
  // lint-ok: options-own the program gets it
  toJSON() { return { ...this }; }
}
ObjectDefineProperty(NodeTiming, 'name', { __proto__: null, value: 'PerformanceNodeTiming' });

let timing;
const nodeTiming = () => timing ??= new NodeTiming();

module.exports = { utilization, nodeTiming };
