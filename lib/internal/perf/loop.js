'use strict';
// What the loop did with its time.

const { now, loopIdle } = internalBinding('process');
const { PerformanceEntry, kSecret } = require('internal/perf/timing');

// Idle time is counted from the first question on.
let began;

function share(idle, active) {
  return { idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) };
}

function utilization(one, two) {
  if (one && two)
    return share(one.idle - two.idle, one.active - two.active);
  const idle = loopIdle();
  if (!internalBinding('process').turning())
    return share(0, 0);
  began ??= now();
  const active = Math.max(0, now() - began - idle);
  return one ? share(idle - one.idle, active - one.active) : share(idle, active);
}

// Milestones of the start are not told apart: all of it is before the program's first line.
const MILESTONES = {
  name: () => 'node',
  entryType: () => 'node',
  startTime: () => 0,
  duration: now,
  nodeStart: () => 0,
  v8Start: () => 0,
  bootstrapComplete: () => 0,
  environment: () => 0,
  loopStart: () => (internalBinding('process').turning() ? 0 : -1),
  loopExit: () => -1,
  idleTime: loopIdle,
};

class NodeTiming extends PerformanceEntry {
  constructor() {
    super(kSecret, 'node', 'node', 0, 0);
    for (const key of Object.keys(MILESTONES)) {
      Object.defineProperty(this, key, {
        __proto__: null, enumerable: true, configurable: true, get: () => MILESTONES[key](),
      });
    }
  }
  toJSON() { return { ...this }; }
}
Object.defineProperty(NodeTiming, 'name', { __proto__: null, value: 'PerformanceNodeTiming' });

let timing;
const nodeTiming = () => timing ??= new NodeTiming();

module.exports = { utilization, nodeTiming };
