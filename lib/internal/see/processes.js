'use strict';
// The gyre processes of this user, and which of them another one has started.
//
// (1) They are found by the names of their sockets, @gyre/PID, in /proc/net/unix. Any process may
//     have bound such a name: who queries one of them checks its credentials (client.js).
// (2) The list is bounded, and nothing is sent to the processes.

const {
  ArrayPrototypePush, ArrayPrototypeSort, Number, RegExpPrototypeExec, RegExpPrototypeSymbolReplace,
  SafeMap, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { attach } = internalBinding('see');
const { closeSync, readFileSync } = require('fs');

const MAX_PROCESSES = 1000;
const LISTENING = '00010000';       // __SO_ACCEPTCON among the flags

function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

// The numbers in the names of sockets: process ids in the namespaces of their processes.
function namedPids() {
  const lines = StringPrototypeSplit.call(read('/proc/net/unix'), '\n');
  const found = [];
  for (let i = 0; i < lines.length && found.length < MAX_PROCESSES; i++) {
    const match = RegExpPrototypeExec.call(/ @gyre\/(\d{1,7})$/, lines[i]);
    if (match !== null && StringPrototypeIncludes.call(lines[i], ` ${LISTENING} `))
      ArrayPrototypePush.call(found, Number(match[1]));
  }
  return found;
}

// The user of a process and its number in its own PID namespace; undefined: there is none.
function statusOf(pid) {
  const text = read(`/proc/${pid}/status`);
  const user = RegExpPrototypeExec.call(/^Uid:\s+\d+\s+(\d+)/m, text);
  const inner = RegExpPrototypeExec.call(/^NSpid:.*?(\d+)$/m, text);
  return user === null ? undefined :
    { __proto__: null, user: Number(user[1]), inner: inner === null ? pid : Number(inner[1]) };
}

// The process of this user that may have the name; else 0. In another PID namespace it has another
// number, which the kernel knows.
function holderOf(name) {
  const status = statusOf(name);
  if (status?.inner === name)
    return isOurs(status) ? name : 0;
  const { 0: fd, 1: holder } = attach(name, name);
  if (fd >= 0)
    closeSync(fd);
  const other = holder > 0 ? statusOf(holder) : undefined;
  return other?.inner === name && isOurs(other) ? holder : 0;
}

const isOurs = ({ user }) => process.geteuid() === 0 || user === process.geteuid();

// "1234 (name) S 1 ...": what follows the name, which may contain anything.
function parentOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  const end = StringPrototypeLastIndexOf.call(text, ')');
  return end < 0 ? 0 : Number(StringPrototypeSplit.call(
    StringPrototypeSlice.call(text, end + 2, end + 40), ' ')[1]);
}

// The number of a worker of node:cluster, or undefined. Only its user can read its environment.
function clusterId(pid) {
  const text = `\0${read(`/proc/${pid}/environ`)}`;
  const at = StringPrototypeIndexOf.call(text, '\0NODE_UNIQUE_ID=');
  const match = at < 0 ? null :
    RegExpPrototypeExec.call(/=(\d{1,9})\0/, StringPrototypeSlice.call(text, at, at + 40));
  return match === null ? undefined : Number(match[1]);
}

function commandOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return RegExpPrototypeSymbolReplace.call(/[\x00-\x1f\x7f-\x9f]/g,
                                             StringPrototypeSlice.call(text, 0, -1), ' ');
  } catch {
    return '';
  }
}

// All of them, without this process: [{ pid, parent, clusterId }], by pid.
function processes() {
  const names = namedPids();
  const list = [];
  for (let i = 0; i < names.length; i++) {
    const pid = holderOf(names[i]);
    if (pid !== 0 && pid !== process.pid)
      ArrayPrototypePush.call(list, {
        __proto__: null, pid, parent: parentOf(pid), clusterId: clusterId(pid),
      });
  }
  return ArrayPrototypeSort.call(list, (a, b) => a.pid - b.pid);
}

// Those that `pid` or one of these has started.
function descendants(pid, list = processes()) {
  const found = new SafeMap();
  found.set(pid, true);
  const result = [];
  // A child may have a lower number than its parent: until nothing is added.
  for (let before = -1; before !== result.length;) {
    before = result.length;
    for (let i = 0; i < list.length; i++) {
      const one = list[i];
      if (!found.has(one.parent) || found.has(one.pid))
        continue;
      found.set(one.pid, true);
      ArrayPrototypePush.call(result, one);
    }
  }
  return result;
}

module.exports = { processes, descendants, commandOf };
