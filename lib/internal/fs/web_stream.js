'use strict';
// FileHandle as a web ReadableStream of bytes.

const { bufferAllocUnsafeSlow } = require('internal/buffer');
const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');

const CHUNK = 64 * 1024;

function readableWebStream(handle, options, kLocked) {
  const { kFd, kRef, kUnref } = require('internal/fs/file_handle');
  if (handle[kFd] === -1)
    throw new ERR_INVALID_STATE('The FileHandle is closed');
  if (handle[kLocked])
    throw new ERR_INVALID_STATE('The FileHandle is locked');
  validateObject(options, 'options');
  const { autoClose = false, type } = options;
  if (type !== undefined && type !== 'bytes') {
    process.emitWarning('A non-"bytes" options.type has no effect. ' +
                        'A byte-oriented steam is always created.', 'ExperimentalWarning');
  }
  validateBoolean(autoClose, 'options.autoClose');
  handle[kLocked] = true;
  handle[kRef]();
  let released = false;
  const release = async () => {
    if (released)
      return;
    released = true;
    handle[kUnref]();
    if (autoClose)
      await handle.close();
  };
  const { ReadableStream } = require('stream/web');
  let controls;
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) { controls = controller; },
    autoAllocateChunkSize: CHUNK,
    async pull(controller) {
      const view = controller.byobRequest?.view ?? bufferAllocUnsafeSlow(CHUNK);
      const { bytesRead } = await handle.read(view, 0, view.byteLength);
      if (bytesRead === 0) {
        controller.close();
        controller.byobRequest?.respond(0);
        await release();
      } else if (controller.byobRequest) {
        controller.byobRequest.respond(bytesRead);
      } else {
        controller.enqueue(view.subarray(0, bytesRead));
      }
    },
    cancel: release,
  });
  // A handle closed by its owner ends the stream as well.
  handle.once('close', () => {
    if (released)
      return;
    released = true;
    handle[kUnref]();
    try {
      controls.close();
    } catch {
      // It is closed already, or in error.
    }
  });
  return stream;
}

module.exports = { readableWebStream };
