// By SCHED_LEAST_BUSY connections go to the worker whose loop is least busy; one whose loop is busy
// with timers gets few, and none while it is fully busy.
// differs from Node: SCHED_LEAST_BUSY is an addition
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

cluster.schedulingPolicy = cluster.SCHED_LEAST_BUSY;
if (cluster.isWorker) {
  net.createServer((socket) => socket.end(`${cluster.worker.id}`)).listen(0, '127.0.0.1');
  if (cluster.worker.id === 1) {
    // Busy nine tenths of the time.
    setInterval(() => {
      const end = performance.now() + 18;
      while (performance.now() < end);
    }, 2).unref();
  }
} else {
  const ask = (port) => new Promise((resolve) => {
    net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', resolve);
  });
  const reports = new Map();
  let port;
  const onReport = async (worker, { act, utilization }) => {
    if (act !== 'load' || reports.size === 2)
      return;
    if (worker.id === 1 && utilization < 0.5)
      return; // of its start
    reports.set(worker.id, utilization);
    if (reports.size < 2)
      return;
    const counts = { 1: 0, 2: 0 };
    for (let i = 0; i < 20; i++)
      counts[await ask(port)]++;
    assert(counts[2] > counts[1], `busy: ${counts[1]}, idle: ${counts[2]}`);
    cluster.disconnect();
  };
  for (const worker of [cluster.fork(), cluster.fork()]) {
    worker.on('listening', (address) => { ({ port } = address); });
    worker.process.on('internalMessage', (message) => onReport(worker, message));
  }
}
