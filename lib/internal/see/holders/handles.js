'use strict';
// Describes the handles and requests that keep the loop alive: from what the loop reports
// (src/runtime/see/alive.c) and from the object in lib/ that owns the handle.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeJoin, ObjectHasOwn, ObjectKeys, StringPrototypeReplaceAll,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeTrim,
} = primordials;
const { modules } = require('internal/bootstrap/loader');
const { placeIn } = require('internal/see/record/frames');

const MAX_COMMAND = 60;

// Returns what `read` reads from /proc; '' if it throws.
function fromProc(read) {
  try {
    return read(require('fs'));
  } catch {
    return '';
  }
}

function commandOf(pid) {
  const command = StringPrototypeTrim.call(StringPrototypeReplaceAll.call(fromProc((fs) =>
    fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1')), '\0', ' '));
  return command.length > MAX_COMMAND ?
    `${StringPrototypeSlice.call(command, 0, MAX_COMMAND)}…` : command;
}

const pathOfFd = (fd) => (fd < 0 ? '' : fromProc((fs) => fs.readlinkSync(`/proc/self/fd/${fd}`)));
const isFifo = ({ path, fd }) =>
  fromProc((fs) => (path === undefined ? fs.fstatSync(fd) : fs.statSync(path)).isFIFO()) === true;

// ---- Sockets ----

const ends = ({ local, peer }) => (peer === undefined ? local ?? 'not connected' :
  local === undefined || local === '' ? peer : `${local} → ${peer}`);

const SERVER = { __proto__: null, kind: 'server', release: 'server.close(), or server.unref()' };
const SOCKET = {
  __proto__: null, kind: 'socket',
  release: 'socket.end() or socket.destroy(); or socket.unref()',
};
const STDIN = { kind: 'stdin', what: 'reads standard input',
                release: 'process.stdin.pause(), destroy() or unref(); for readline: rl.close()' };

// A request that this process has made.
function clientState(request) {
  const answer = request.res;
  const host = request.getHeader('host') ?? request.host;
  const what = `${request.method} ${request.protocol}//${host}${request.path}`;
  if (!request.writableEnded)
    return { what: `${what}: the request is not ended`,
             release: 'request.end(), or request.destroy()' };
  if (!answer)
    return { what: `${what}: no answer yet`, release: 'request.destroy(), or a timeout' };
  return answer.readableFlowing ?
    { what: `${what}: the answer has not ended`, release: 'request.destroy(), or a timeout' } :
    { what: `${what}: the answer is not read`, release: 'response.resume(), or request.destroy()' };
}

// A connection that an http server has accepted.
function servedState(response) {
  if (response?.req === undefined)
    return { what: 'waits for a request',
             release: 'server.closeAllConnections(), or socket.destroy()' };
  const what = `${response.req.method} ${response.req.url}`;
  return response.writableEnded ?
    { what: `the answer to ${what} is not read`,
      release: 'ends when the peer reads it; or socket.destroy()' } :
    { what: `${what} is not answered`, release: 'response.end(), or socket.destroy()' };
}

// A connection of HTTP/2, if the module is loaded and has it.
function http2State(socket) {
  const http2 = modules['internal/http2/session']?.exports;
  const session = http2 === undefined ? undefined : socket[http2.kSession];
  if (session === undefined)
    return undefined;
  const count = http2.streamsOf(session);
  return {
    what: `HTTP/2 session with ${count === 0 ? 'no streams' : count === 1 ? '1 stream' :
      `${count} streams`}`,
    release: session.closed ? 'ends with its last stream; or session.destroy()' :
      'session.close(), or session.destroy()',
  };
}

function httpState(socket) {
  const session = http2State(socket);
  if (session !== undefined)
    return session;
  const message = socket._httpMessage;
  if (socket.server?.closeAllConnections !== undefined)
    return socket.parser ? servedState(message) : undefined;
  return message?.protocol !== undefined ? clientState(message) : undefined;
}

// What TLS adds: the handshake, with the host that the program has named.
function tlsState(held, tls) {
  if (tls.isDone)
    return `TLS, ${held.what ?? 'open'}, ${ends(held)}`;
  const { owner } = tls;
  const name = owner._host ? `, ${owner._host}` : '';
  return `TLS handshake with ${held.peer ?? ends(held)}${name}`;
}

function socketOf(held, handle) {
  const tls = handle?.tls;
  const socket = tls ? tls.owner : handle?.owner;
  const state = socket ? httpState(socket) : undefined;
  const where = tls ? tlsState(held, tls) : `${held.what ?? 'open'}, ${ends(held)}`;
  return state === undefined ? { __proto__: null, ...SOCKET, what: where } :
    { kind: 'socket', what: `${where}, ${state.what}`, release: state.release };
}

// ---- Pipes ----

const STDIO = ['stdin', 'stdout', 'stderr'];

function stdioOf(child, socket) {
  const at = ArrayPrototypeIndexOf.call(child.stdio, socket);
  const name = STDIO[at] ?? `stdio[${at}]`;
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  return { kind: 'pipe', what: `${name} of process ${child.pid}, ${child.spawnfile}${
    hasEnded ? ', which has ended: another process holds it open' : ''}`,
           release: `child.${name}.${at === 0 ? 'end() or ' : ''}destroy(), or unref()` };
}

// The worker of a cluster that runs as this child.
function workerOf(child) {
  const workers = modules.cluster?.exports.workers ?? { __proto__: null };
  const ids = ObjectKeys(workers);
  for (let i = 0; i < ids.length; i++) {
    if (workers[ids[i]].process === child)
      return workers[ids[i]];
  }
  return undefined;
}

function channelTo(target) {
  if (target === process) {
    return modules.cluster?.exports.isWorker ?
      { kind: 'channel', what: 'messages of the primary of the cluster',
        release: 'cluster.worker.disconnect(), or process.channel.unref()' } :
      { kind: 'channel', what: 'messages of the parent process',
        release: 'process.disconnect(), or process.channel.unref()' };
  }
  const worker = workerOf(target);
  return worker !== undefined ?
    { kind: 'channel', release: 'worker.disconnect()',
      what: `messages of worker ${worker.id} of the cluster, process ${target.pid}` } :
    { kind: 'channel', what: `messages of process ${target.pid}, ${target.spawnfile}`,
      release: 'child.disconnect(), or child.channel.unref()' };
}

function serverOf(held, handle) {
  const workers = handle?.about?.sharedBy;
  if (workers === undefined)
    return { __proto__: null, ...SERVER, what: `listening on ${held.local}` };
  const count = workers.size === 1 ? '1 worker' : `${workers.size} workers`;
  return { kind: 'server', what: `listening on ${held.local}, for ${count} of the cluster`,
           release: 'cluster.disconnect(), or server.close() in the workers' };
}

function pipeOf(held, handle) {
  if (held.what === 'listening')
    return serverOf(held, handle);
  if (held.fd === 0)
    return STDIN;
  const about = handle?.about;
  if (about?.channelOf !== undefined)
    return channelTo(about.channelOf);
  if (about?.stdioOf !== undefined)
    return stdioOf(about.stdioOf, handle.owner);
  return { kind: 'pipe', what: held.peer ?? held.local ?? `descriptor ${held.fd}`,
           release: 'end or destroy the stream, or unref() it' };
}

// ---- By type of handle or request ----

const place = (held) => held.path ?? held.local ?? '';

const HANDLES = {
  __proto__: null,
  tcp: (held, handle) => (held.what === 'listening' ?
    serverOf(held, handle) : socketOf(held, handle)),
  pipe: pipeOf,
  tty: (held) => (held.fd === 0 ? STDIN :
    { kind: 'terminal', what: `descriptor ${held.fd}`,
      release: 'destroy the stream, or unref() it' }),
  udp: (held) => ({ kind: 'socket', what: `udp ${held.local ?? ''}`,
                    release: 'socket.close(), or socket.unref()' }),
  process: (held) => ({ kind: 'child', what: `process ${held.pid} runs: ${commandOf(held.pid)}`,
                        release: 'child.kill(), or child.unref()' }),
  fs_event: (held) => ({ kind: 'watcher', what: `watches ${place(held)}`,
                         release: 'watcher.close(), or watcher.unref(); for fs.promises.watch(): ' +
                           'leave the loop, or abort its signal' }),
  fs_poll: (held) => ({ kind: 'watcher', what: `polls ${place(held)}`,
                        release: 'fs.unwatchFile(), or watcher.unref()' }),
  signal: (held) => ({ kind: 'signal', what: `waits for signal ${held.signum}`,
                       release: 'process.off(signal, listener)' }),
  async: (held) => (held.worker === undefined ?
    { kind: 'port', what: 'a message port or a BroadcastChannel listens',
      release: 'close() it, or unref()' } :
    { kind: 'worker', what: `thread ${held.worker} (${held.workerName}) runs`,
      release: 'worker.terminate(), or worker.unref()' }),
};

// A request of a file takes long only for a FIFO or a network file system.
function fileRequest(held) {
  const path = held.path ?? pathOfFd(held.fd);
  const what = StringPrototypeTrim.call(`fs ${held.what ?? ''} ${path}`);
  if (!isFifo(held))
    return { what, release: 'ends by itself when the operation is done' };
  return { what: `${what}, a FIFO`,
           release: held.what === 'open' ? 'ends when another process opens its other end' :
             held.what === 'write' ? 'ends when another process reads it' :
               'ends when another process writes to it, or all writers have closed it' };
}

function target({ about, owner }) {
  if (about?.path !== undefined)
    return ` to ${about.path}`;
  if (about?.address === undefined)
    return '';
  const address = about.family === 6 ? `[${about.address}]` : about.address;
  return ` to ${address}:${about.port}${owner?._host ? `, ${owner._host}` : ''}`;
}

const REQUESTS = {
  __proto__: null,
  fs: fileRequest,
  getaddrinfo: (held) =>
    ({ what: `looks up ${held.path ?? 'a host'}`, release: 'ends when the resolver answers' }),
  getnameinfo: () => ({ what: 'looks up a name', release: 'ends when the resolver answers' }),
  connect: (held, handle) => ({ what: `connects${handle === null ? '' : target(handle)}`,
                                release: 'socket.destroy(), or a timeout' }),
  write: (held) =>
    ({ what: `writes to ${held.peer ?? `descriptor ${held.fd}`}; the peer does not read`,
                      release: 'stream.destroy()' }),
  shutdown: () => ({ what: 'ends a stream', release: 'stream.destroy()' }),
  work: () => ({ what: 'a job of the thread pool', release: 'ends when it is done' }),
  random: () => ({ what: 'random bytes', release: 'ends by itself' }),
};

const other = (held) => ({ what: held.what ?? held.type, release: '' });

// ---- Lines ----

function shorten(line) {
  const folder = `${internalBinding('process').cwd()}/`;
  const parts = StringPrototypeSplit.call(line, ', from ');
  for (let i = 0; i < parts.length; i++) {
    if (StringPrototypeStartsWith.call(parts[i], folder))
      parts[i] = StringPrototypeSlice.call(parts[i], folder.length);
  }
  return ArrayPrototypeJoin.call(parts, ', from ');
}

// A request of a file stream has no line of its own: the line of the stream is used.
function lineOfStream({ type, path, fd }) {
  const made = type === 'fs' ? modules['internal/fs/streams']?.exports?.originOf(path, fd) :
    undefined;
  return made === undefined ? '' : placeIn(made.stack);
}

// `handle` is the object in lib/ of the handle, or of the stream of a request; or null.
function fromLoop(held, handle) {
  const known = held.isRequest ? REQUESTS[held.type] : HANDLES[held.type];
  const found = (known ?? other)(held, handle);
  const { what, release } = found;
  const kind = ObjectHasOwn(found, 'kind') ? found.kind : held.isRequest ? 'request' : held.type;
  const line = held.origin === undefined ? '' : shorten(held.origin);
  return {
    __proto__: null, kind, what: held.isClosing ? `${what}, closing` : what, age: held.age,
    line: line === '' ? lineOfStream(held) : line,
    release: held.isClosing ? 'ends with its close callback' : release,
  };
}

module.exports = { fromLoop };
