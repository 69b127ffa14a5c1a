'use strict';
// cluster.schedulingPolicy: how connections are distributed to workers.

const SCHED_NONE = 1;        // workers accept; the kernel chooses
const SCHED_RR = 2;          // the primary accepts; in turn
const SCHED_LEAST_BUSY = 3;  // the primary accepts; the worker whose loop is least busy

const NAMES = { __proto__: null, 'none': SCHED_NONE, 'rr': SCHED_RR,
                'least-busy': SCHED_LEAST_BUSY };

function policyOfEnvironment() {
  const name = process.env.NODE_CLUSTER_SCHED_POLICY;
  return name === undefined ? SCHED_RR : NAMES[name] ?? SCHED_RR;
}

module.exports = { SCHED_LEAST_BUSY, SCHED_NONE, SCHED_RR, policyOfEnvironment };
