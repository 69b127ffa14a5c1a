'use strict';
// createSocket() throws for sizes of buffers that are no unsigned 32-bit numbers.
const assert = require('assert');
const dgram = require('dgram');

for (const name of ['recvBufferSize', 'sendBufferSize']) {
  for (const size of [-1, 1.5, 2 ** 32])
    assert.throws(() => dgram.createSocket({ type: 'udp4', [name]: size }),
                  { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' }, `${name} ${size}`);
  assert.throws(() => dgram.createSocket({ type: 'udp4', [name]: '1' }),
                { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  dgram.createSocket({ type: 'udp4', [name]: 0 });
}
