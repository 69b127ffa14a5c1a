'use strict';
// What the loop did with its time.

const { now, loopIdle } = internalBinding('process');
const { PerformanceEntry, kSecret } = require('internal/perf/timing');

// Idle time is counted from the first question on.
let began;

function utilization(one, two) {
  if (one && two) {
    const idle = one.idle - two.idle;
    const active = one.active - two.active;
    return { idle, active, utilization: active / (idle + active) };
  }
  const idle = loopIdle();
  if (!internalBinding('process').turning())
    return { idle: 0, active: 0, utilization: 0 };
  began ??= now();
  const active = Math.max(0, now() - began - idle);
  if (!one)
    return { idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) };
  const idleSince = idle - one.idle;
  const activeSince = active - one.active;
  return { idle: idleSince, active: activeSince, utilization: activeSince / (idleSince + activeSince) };
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
