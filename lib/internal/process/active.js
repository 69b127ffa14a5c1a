'use strict';
// process.getActiveResourcesInfo(): what keeps the loop alive, by Node's names of the types.

const { append } = require('internal/util');
const { activeHandles, activeRequests } = internalBinding('process');
const { shared, kImmediates } = internalBinding('task_queue');

const NAMES = {
  __proto__: null,
  tcp: 'TCPSocketWrap', tcp_server: 'TCPServerWrap', pipe: 'PipeWrap', tty: 'TTYWrap',
  udp: 'UDPWrap', process: 'ProcessWrap', signal: 'SignalWrap', fs_event: 'FSEventWrap',
  fs_poll: 'StatWatcher',
};

function names() {
  const list = [];
  const handles = activeHandles();
  for (let i = 0; i < handles.length; i++) {
    const type = handles[i];
    if (NAMES[type] !== undefined)
      append(list, NAMES[type]);
  }
  // Only the number of requests is known. Most are file requests, so all are listed as such.
  for (let i = activeRequests(); i > 0; i--)
    append(list, 'FSReqCallback');
  for (let i = require('internal/timers').activeTimers(); i > 0; i--)
    append(list, 'Timeout');
  for (let i = shared[kImmediates]; i > 0; i--)
    append(list, 'Immediate');
  return list;
}

module.exports = { names };
