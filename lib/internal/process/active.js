'use strict';
// process.getActiveResourcesInfo(): what keeps the loop alive, by Node's names of the types.

const { activeHandles, activeRequests } = internalBinding('process');
const { words, kImmediates } = internalBinding('task_queue');

const NAMES = {
  __proto__: null,
  tcp: 'TCPSocketWrap', tcp_server: 'TCPServerWrap', pipe: 'PipeWrap', tty: 'TTYWrap',
  udp: 'UDPWrap', process: 'ProcessWrap', signal: 'SignalWrap', fs_event: 'FSEventWrap',
  fs_poll: 'StatWatcher',
};

function names() {
  const list = [];
  for (const type of activeHandles()) {
    if (NAMES[type] !== undefined)
      list.push(NAMES[type]);
  }
  // Of requests only the number is known; those of files are by far the most.
  for (let i = activeRequests(); i > 0; i--)
    list.push('FSReqCallback');
  for (let i = require('internal/timers').activeTimers(); i > 0; i--)
    list.push('Timeout');
  for (let i = words[kImmediates]; i > 0; i--)
    list.push('Immediate');
  return list;
}

module.exports = { names };
