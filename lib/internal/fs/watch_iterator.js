'use strict';
// fs.promises.watch(): events as an async iterator. Watching begins with the first next().

const { Promise, SafeArray } = primordials;
const { AbortError, codes: { ERR_FS_WATCH_QUEUE_OVERFLOW } } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateInteger, validateObject, validateOneOf } =
  require('internal/validators');
const { assertEncoding, getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { FSWatcher, validateIgnore } = require('internal/fs/watchers');

const DEFAULT_QUEUE = 2048;

function check(options) {
  if (typeof options === 'string')
    options = { __proto__: null, encoding: options };
  validateObject(options, 'options');
  const {
    persistent = true, recursive = false, encoding = 'utf8', maxQueue = DEFAULT_QUEUE,
    overflow = 'ignore', signal, ignore,
  } = options;
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateInteger(maxQueue, 'options.maxQueue');
  validateOneOf(overflow, 'options.overflow', ['ignore', 'error', 'throw']);
  validateAbortSignal(signal, 'options.signal');
  validateIgnore(ignore);
  if (encoding !== 'buffer')
    assertEncoding(encoding);
  return { __proto__: null, persistent, recursive, encoding, maxQueue, overflow, signal, ignore };
}

async function* watch(filename, options = kEmptyObject) {
  const path = getValidatedPath(filename);
  const { persistent, recursive, encoding, maxQueue, overflow, signal, ignore } = check(options);
  const aborted = () => new AbortError(undefined, { __proto__: null, cause: signal?.reason });
  if (signal?.aborted)
    throw aborted();

  const events = new SafeArray();
  let failure = null;
  let wake = null;
  const resume = () => { wake?.(); wake = null; };
  const fail = (err) => { failure ??= err; resume(); };
  const onAbort = () => fail(aborted());
  const watcher = new FSWatcher();
  watcher.on('error', fail);
  watcher.on('change', (eventType, filename) => {
    if (events.length < maxQueue) {
      events.push({ __proto__: null, eventType, filename });
      resume();
    } else if (overflow === 'ignore') {
      process.emitWarning('fs.watch maxQueue exceeded');
    } else {
      fail(new ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue));
    }
  });
  try {
    signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
    watcher.start(path, persistent, recursive, encoding, ignore);
    for (;;) {
      while (events.length > 0 && failure === null)
        yield events.shift();
      if (failure !== null)
        throw failure;
      await new Promise((resolve) => { wake = resolve; });
    }
  } finally {
    watcher.close();
    signal?.removeEventListener('abort', onAbort);
  }
}

module.exports = { watch };
