'use strict';
// Counts the connections of a server that are in other processes. A socket that was sent counts for
// its server until the other process closes it. The two ends of the channel exchange:
//
//   NODE_SOCKET_GET_COUNT     sender: how many sockets with this key are open?
//   NODE_SOCKET_COUNT         receiver: the answer
//   NODE_SOCKET_NOTIFY_CLOSE  sender: the server is closing; report when all sockets are closed
//   NODE_SOCKET_ALL_CLOSED    receiver: all are closed
//
// (1) A server has a list per channel over which its sockets were sent, until the channel closes.
// (2) Every request is answered once: by the other process, or by the end of the channel.

const { SafeArray, SafeMap, SafeWeakMap } = primordials;
const { codes: { ERR_CHILD_CLOSED_BEFORE_REPLY } } = require('internal/errors');

const GET_COUNT = 'NODE_SOCKET_GET_COUNT';
const COUNT = 'NODE_SOCKET_COUNT';
const NOTIFY_CLOSE = 'NODE_SOCKET_NOTIFY_CLOSE';
const ALL_CLOSED = 'NODE_SOCKET_ALL_CLOSED';
const QUIETLY = { __proto__: null, swallowErrors: true };

// ---- The process that has passed sockets on ----

const listsOf = new SafeWeakMap(); // from server to a map from channel to list

class SentList {
  // Own properties before they are assigned: a setter of the program must not be called.
  channel;
  key;
  counting;
  closing;

  constructor(channel, key) {
    this.channel = channel;
    this.key = key;
    this.counting = new SafeArray(); // callbacks
    this.closing = new SafeArray();
  }

  request(cmd, waiting, callback) {
    if (this.channel.pipe === null || this.channel.closing) {
      callback(null, 0);
      return;
    }
    waiting.push(callback);
    if (waiting.length === 1)
      this.channel.send({ cmd, key: this.key }, undefined, QUIETLY);
  }

  getConnections(callback) { this.request(GET_COUNT, this.counting, callback); }
  close(callback) { this.request(NOTIFY_CLOSE, this.closing, callback); }
}

// Counts a socket of `server` that is sent over the channel.
function sentOne(channel, server) {
  let lists = listsOf.get(server);
  if (lists === undefined)
    listsOf.set(server, lists = new SafeMap());
  if (lists.has(channel))
    return;
  const list = new SentList(channel, server._connectionKey);
  lists.set(channel, list);
  channel.sentLists ??= new SafeArray();
  channel.sentLists.push({ __proto__: null, list, server });
  server._usingWorkers = true;
}

function finish(waiting, error, count) {
  const callbacks = new SafeArray();
  while (waiting.length > 0)
    callbacks.push(waiting.shift());
  for (let i = 0; i < callbacks.length; i++)
    callbacks[i](error, count);
}

function answered(channel, { cmd, key, count }) {
  const entries = channel.sentLists;
  if (entries === null)
    return;
  for (let i = 0; i < entries.length; i++) {
    const { list } = entries[i];
    if (list.key === key)
      finish(cmd === COUNT ? list.counting : list.closing, null, count);
  }
}

// After the channel has closed, the other process reports nothing more.
function channelClosed(channel) {
  const entries = channel.sentLists;
  if (entries === null)
    return;
  channel.sentLists = null;
  for (let i = 0; i < entries.length; i++) {
    const { list, server } = entries[i];
    listsOf.get(server).delete(channel);
    finish(list.counting, new ERR_CHILD_CLOSED_BEFORE_REPLY());
    finish(list.closing, null);
  }
}

// ---- For net.Server ----

// Calls back with the connections of `server` in all processes.
function countAll(server, callback) {
  let left = 1, total = server._connections, failure = null;
  const oneDone = (error, count) => {
    failure ??= error;
    total += count ?? 0;
    if (--left === 0)
      process.nextTick(callback, failure, failure === null ? total : undefined);
  };
  listsOf.get(server).forEach((list) => {
    left++;
    list.getConnections(oneDone);
  });
  oneDone(null, 0);
}

// Calls back when no other process has a connection of `server` any more.
function closeAll(server, callback) {
  let left = 1;
  const oneDone = () => {
    if (--left === 0)
      callback();
  };
  listsOf.get(server).forEach((list) => {
    left++;
    list.close(oneDone);
  });
  oneDone();
}

// ---- The process that has received sockets ----

function receivedOne(channel, key, socket) {
  channel.receivedLists ??= new SafeMap();
  let list = channel.receivedLists.get(key);
  if (list === undefined)
    channel.receivedLists.set(key, list = { __proto__: null, key, count: 0, notifies: false });
  list.count++;
  socket.once('close', () => {
    list.count--;
    notifyIfClosed(channel, list);
  });
}

function notifyIfClosed(channel, list) {
  if (!list.notifies || list.count > 0)
    return;
  list.notifies = false;
  reply(channel, { cmd: ALL_CLOSED, key: list.key });
}

function reply(channel, message) {
  if (channel.pipe !== null && !channel.closing)
    channel.send(message, undefined, QUIETLY);
}

// A message of this protocol has arrived.
function onMessage(channel, message) {
  const { cmd, key } = message;
  if (cmd === COUNT || cmd === ALL_CLOSED) {
    answered(channel, message);
    return;
  }
  const list = channel.receivedLists?.get(key) ?? { __proto__: null, key, count: 0 };
  if (cmd === GET_COUNT) {
    reply(channel, { cmd: COUNT, key, count: list.count });
  } else if (cmd === NOTIFY_CLOSE) {
    list.notifies = true;
    notifyIfClosed(channel, list);
  }
}

module.exports = { channelClosed, closeAll, countAll, onMessage, receivedOne, sentOne };
