'use strict';
// The names that module.builtinModules lists: those of Node.js that are there.

const { ArrayPrototypeSlice, ObjectFreeze, SafeArray, StringPrototypeSplit } = primordials;
const { hasBuiltin, plainId } = require('internal/bootstrap/loader');

const NAMES = StringPrototypeSplit.call('\
_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server \
_stream_duplex _stream_passthrough _stream_readable _stream_transform _stream_wrap \
_stream_writable _tls_common _tls_wrap assert assert/strict async_hooks buffer child_process \
cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events fs \
fs/promises http http2 https inspector inspector/promises module net os path path/posix \
path/win32 perf_hooks process punycode querystring readline readline/promises repl stream \
stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls \
trace_events tty url util util/types v8 vm wasi worker_threads zlib \
node:sea node:sqlite node:test node:test/reporters', ' ');
const ONLY_WITH_PREFIX = 4;

let known;

function list() {
  return known ??= ObjectFreeze(found(NAMES));
}

// Those that are required without the prefix, too: the prompt and `gyre -e` have them as globals.
const globals = () => found(ArrayPrototypeSlice.call(NAMES, 0, NAMES.length - ONLY_WITH_PREFIX));

function found(list) {
  const names = new SafeArray();
  for (let i = 0; i < list.length; i++) {
    if (hasBuiltin(plainId(list[i])))
      names.push(list[i]);
  }
  return ArrayPrototypeSlice.call(names);
}

module.exports = { globals, list };
