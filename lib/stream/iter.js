'use strict';
// node:stream/iter, behind --experimental-stream-iter: streams that are iterables of batches, which
// are arrays of Uint8Array. The parts are in internal/stream_iter/.

const { ObjectFreeze } = primordials;
const { toAsyncStreamable, toStreamable } = require('internal/stream_iter/bytes');
const { from, fromSync } = require('internal/stream_iter/from');
const { pull, pullSync } = require('internal/stream_iter/pull');
const { pipeTo, pipeToSync } = require('internal/stream_iter/pipe_to');
const { push } = require('internal/stream_iter/push');
const { duplex } = require('internal/stream_iter/duplex');
const { drainableProtocol } = require('internal/stream_iter/writer');
const { merge } = require('internal/stream_iter/merge');
const { Broadcast, broadcast, broadcastProtocol } = require('internal/stream_iter/broadcast');
const { Share, SyncShare, share, shareProtocol, shareSync, shareSyncProtocol } =
  require('internal/stream_iter/share');
const {
  array, arrayBuffer, arrayBufferSync, arraySync, bytes, bytesSync, ondrain, tap, tapSync, text,
  textSync,
} = require('internal/stream_iter/consumers');
const { fromReadable, fromWritable, toReadable, toReadableSync, toWritable } =
  require('internal/stream_iter/interop');

require('internal/util').emitExperimentalWarning('stream/iter');

const Stream = ObjectFreeze({
  push, duplex, from, fromSync,
  pull, pullSync, pipeTo, pipeToSync,
  bytes, text, arrayBuffer, array, bytesSync, textSync, arrayBufferSync, arraySync,
  merge, broadcast, share, shareSync,
  tap, tapSync, ondrain,
  toStreamable, toAsyncStreamable, broadcastProtocol, shareProtocol, shareSyncProtocol,
  drainableProtocol,
});

module.exports = {
  Stream,
  toStreamable, toAsyncStreamable, broadcastProtocol, shareProtocol, shareSyncProtocol,
  drainableProtocol,
  push, duplex, from, fromSync,
  pull, pullSync, pipeTo, pipeToSync,
  bytes, text, arrayBuffer, array, bytesSync, textSync, arrayBufferSync, arraySync,
  merge, broadcast, Broadcast, share, shareSync, Share, SyncShare,
  tap, tapSync, ondrain,
  fromReadable, fromWritable, toReadable, toReadableSync, toWritable,
};
