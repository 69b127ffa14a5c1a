// holds: channel 7
// what: messages of worker 1 of the cluster, process \d+
// let go: worker.disconnect()
const cluster = require('cluster');
if (cluster.isPrimary) {
  process.once('SIGHUP', () => cluster.workers[1].disconnect());
  cluster.fork();
}
