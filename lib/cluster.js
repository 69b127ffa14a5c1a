'use strict';
// The primary's view of cluster. Workers are not there yet: fork() says so.

const EventEmitter = require('events');
const { codes: { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } } = require('internal/errors');

const cluster = new EventEmitter();
Object.assign(cluster, {
  isWorker: false,
  isMaster: true,
  isPrimary: true,
  Worker: class Worker extends EventEmitter {},
  workers: {},
  settings: {},
  SCHED_NONE: 1,
  SCHED_RR: 2,
  schedulingPolicy: 2,
  setupPrimary(options) { Object.assign(cluster.settings, options); },
  fork() { throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('cluster.fork'); },
  disconnect(callback) {
    if (callback !== undefined)
      process.nextTick(callback);
  },
});
cluster.setupMaster = cluster.setupPrimary;

module.exports = cluster;
