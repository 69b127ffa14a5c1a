'use strict';
// pngjs and others inflate at once by the undocumented members of a stream: _handle.writeSync(),
// _outBuffer, _outOffset and _chunkSize.
const assert = require('assert');
const zlib = require('zlib');

const data = Buffer.alloc(50000, 'abcdefgh');
const packed = zlib.deflateSync(data);
const stream = zlib.createInflate();
assert.strictEqual(stream._outBuffer.length, stream._chunkSize);

let size = 0;
let at = 0;
for (;;) {
  const result = stream._handle.writeSync(zlib.constants.Z_FINISH, packed, at, packed.length - at,
                                          stream._outBuffer, 0, stream._chunkSize) ??
    [stream._writeState[1], stream._writeState[0]];
  const made = stream._chunkSize - result[1];
  assert(stream._outBuffer.subarray(0, made).equals(data.subarray(size, size + made)));
  size += made;
  at = packed.length - result[0];
  if (result[1] > 0)
    break;
}
assert.strictEqual(size, data.length);
stream.close();
