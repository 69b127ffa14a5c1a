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
  began ??= now();
  const active = Math.max(0, now() - began - idle);
  if (!one)
    return { idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) };
  const idleSince = idle - one.idle;
  const activeSince = active - one.active;
  return { idle: idleSince, active: activeSince, utilization: activeSince / (idleSince + activeSince) };
}

class NodeTiming extends PerformanceEntry {
  constructor() {
    super(kSecret, 'node', 'node', 0, 0);
  }
  get duration() { return now(); }
  get nodeStart() { return 0; }
  get v8Start() { return 0; }
  get bootstrapComplete() { return 0; }
  get environment() { return 0; }
  get loopStart() { return internalBinding('process').turning() ? 0 : -1; }
  get loopExit() { return -1; }
  get idleTime() { return loopIdle(); }
  toJSON() {
    const { name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete,
            environment, loopStart, loopExit, idleTime } = this;
    return { name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete,
             environment, loopStart, loopExit, idleTime };
  }
}
Object.defineProperty(NodeTiming, 'name', { __proto__: null, value: 'PerformanceNodeTiming' });

let timing;
const nodeTiming = () => timing ??= new NodeTiming();

module.exports = { utilization, nodeTiming };
