'use strict';
// FileHandle.readableWebStream().

const { bufferOver, sizeOf } = require('internal/util/bytes');

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
    __proto__: null,
    type: 'bytes',
    start(controller) { controls = controller; },
    autoAllocateChunkSize: CHUNK,
    async pull(controller) {
      const view = controller.byobRequest?.view ?? bufferAllocUnsafeSlow(CHUNK);
      const { bytesRead } = await handle.read(view, 0, sizeOf(view));
      if (bytesRead === 0) {
        controller.close();
        controller.byobRequest?.respond(0);
        await release();
      } else if (controller.byobRequest) {
        controller.byobRequest.respond(bytesRead);
      } else {
        controller.enqueue(bufferOver(view, 0, bytesRead));
      }
    },
    cancel: release,
  });
  // The stream also ends when the program closes the handle.
  handle.once('close', () => {
    if (released)
      return;
    released = true;
    handle[kUnref]();
    try {
      controls.close();
    } catch {
      // The stream is closed or has failed already.
    }
  });
  return stream;
}

module.exports = { readableWebStream };
