'use strict';
// Load of the workers' loops, for SCHED_LEAST_BUSY. Each worker reports the share of time, since
// its last report, in which its loop did not wait for the kernel; the primary compares.
//
// (1) A report contains when the next one is due. If that is late, the loop is blocked, and the
//     worker counts as fully busy.
// (2) Each connection that was passed since the last report adds a little, so that not all
//     connections between two reports go to the same worker.
// (3) An idle worker reports once per second.

const { SafeWeakMap } = primordials;
const { loopIdle, now } = internalBinding('process');
const { setTimeout } = require('timers');

const INTERVAL = 100;       // ms between two reports of a busy worker
const IDLE_INTERVAL = 1000;
const IDLE = 0.01;          // up to this utilization a worker is idle
const GRACE = 50;           // ms that a report may be late
const PER_CONNECTION = 0.02;

// ---- In the worker ----

class Reporter {
  // Own properties before they are assigned: a setter of the program must not be called.
  send;
  wallAt;
  idleAt;

  constructor(send) {
    this.send = send;
    this.wallAt = now();
    this.idleAt = loopIdle();
  }

  schedule(delay) { setTimeout(() => this.report(), delay).unref(); }

  // The utilization since the last report.
  measure() {
    const wall = now(), idle = loopIdle();
    const elapsed = wall - this.wallAt;
    const busy = elapsed > 0 ? 1 - (idle - this.idleAt) / elapsed : 0;
    this.wallAt = wall;
    this.idleAt = idle;
    return busy < 0 ? 0 : busy;
  }

  report() {
    const utilization = this.measure();
    const next = utilization <= IDLE ? IDLE_INTERVAL : INTERVAL;
    if (this.send({ act: 'load', utilization, next }))
      this.schedule(next);
  }
}

let isStarted = false;
function startReports(send) {
  if (!isStarted)
    new Reporter(send).schedule(INTERVAL);
  isStarted = true;
}

// ---- In the primary ----

const loads = new SafeWeakMap(); // from worker to its last report

function reported(worker, { utilization, next }) {
  loads.set(worker, { __proto__: null, utilization: +utilization || 0,
                      due: now() + (+next || INTERVAL), given: 0 });
}

// The load of a worker that is about to be compared with others.
function loadOf(worker) {
  const load = loads.get(worker);
  if (load === undefined)
    return 0;
  if (now() > load.due + GRACE)
    return 1;
  return load.utilization + load.given * PER_CONNECTION;
}

function gaveConnection(worker) {
  const load = loads.get(worker);
  if (load !== undefined)
    load.given++;
}

module.exports = { gaveConnection, loadOf, reported, startReports };
