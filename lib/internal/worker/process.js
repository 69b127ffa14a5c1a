'use strict';
// Makes `process` that of a worker, when it is filled: what belongs to the whole process is
// refused, and the standard streams go through the private port.

const { ArrayPrototypeSlice, ObjectDefineProperty } = primordials;

const codes = () => require('internal/errors').codes;
const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});
let port;

const UNSUPPORTED = ['abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups',
                     'setuid'];
const ABSENT = ['_startProfilerIdleNotifier', '_stopProfilerIdleNotifier', '_debugProcess',
                '_debugPause', '_debugEnd'];

function unsupported(name) {
  const what = `process.${name}()`;
  const fn = function() { throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)(what); };
  setOwnProperty(fn, 'disabled', true);
  setOwnProperty(process, name, fn);
}

function unreadable(name) {
  ObjectDefineProperty(process, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() { throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)(`process.${name}`); },
  });
}

function lazyStream(name, make) {
  let stream;
  ObjectDefineProperty(process, name, {
    __proto__: null, configurable: true, enumerable: true, get: () => stream ??= make(),
  });
}

const streams = { __proto__: null };

function makeOutput(name, fd, waits) {
  const { WorkerWritable } = require('internal/worker/stdio');
  const stream = new WorkerWritable(port, name, true);
  stream.waits = waits;
  setOwnProperty(stream, 'fd', fd);
  stream._isStdio = true;
  streams[name] = stream;
  return stream;
}

function makeInput(hasStdin) {
  const stream = require('internal/worker/stdio').makeInput(port);
  streams.stdin = stream;
  if (!hasStdin)
    stream.push(null);
  return stream;
}

// The channel to a parent process is the main thread's. Where no variable says that there is one
// (fork() takes it away from the child), these names are absent, as in a process without a channel.
function refuseChannel() {
  unsupported('send');
  unsupported('disconnect');
  unreadable('channel');
  unreadable('connected');
}

function setUp(start, toParent) {
  port = toParent;
  for (let i = 0; i < UNSUPPORTED.length; i++)
    unsupported(UNSUPPORTED[i]);
  for (let i = 0; i < ABSENT.length; i++)
    delete process[ABSENT[i]];
  setOwnProperty(process, 'umask', function(mask) {
    if (mask !== undefined)
      throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)('Setting process.umask()');
    return require('internal/process/methods').umask();
  });
  lazyStream('stdin', () => makeInput(start.hasStdin));
  lazyStream('stdout', () => makeOutput('stdout', 1, start.mode !== 'hooks'));
  lazyStream('stderr', () => makeOutput('stderr', 2, start.mode !== 'hooks'));
  if (start.hasChannel)
    refuseChannel();
  process.argv = [process.execPath];
  if (start.mode === 'file')
    process.argv[1] = start.text;
  else
    process.argv[1] = '[worker eval]';
  for (let i = 0; start.argv !== undefined && i < start.argv.length; i++)
    process.argv[i + 2] = start.argv[i];
  process.execArgv = ArrayPrototypeSlice.call(start.execArgv);
  return streams;
}

module.exports = { setUp };
