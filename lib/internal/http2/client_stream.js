'use strict';
// ClientHttp2Stream: a request and its response, or a response that the server pushes.

const { ArrayPrototypePush } = primordials;
const { Http2Stream, kStream } = require('internal/http2/stream');
const channels = require('internal/http2/channels');

class ClientHttp2Stream extends Http2Stream {
  constructor(session, id, options) {
    super(session, options);
    this[kStream].headersSent = id === undefined; // request() sends them
    this.on('headers', onHeaders);
    const { client } = channels;
    if (client.created.hasSubscribers || client.close.hasSubscribers ||
        client.error.hasSubscribers || client.finish.hasSubscribers ||
        client.bodyChunkSent.hasSubscribers || client.bodySent.hasSubscribers)
      this._channels = client;
  }

  _proceed() {}

  _write(chunk, encoding, callback) {
    if (this._channels !== null)
      this._publishChunks(false, chunk, encoding);
    super._write(chunk, encoding, callback);
  }

  _writev(chunks, callback) {
    if (this._channels !== null)
      this._publishChunks(true, chunks.allBuffers ? buffersOf(chunks) : chunks, '');
    super._writev(chunks, callback);
  }

  _final(callback) {
    if (this._channels !== null && channels.client.bodySent.hasSubscribers)
      channels.client.bodySent.publish({ stream: this });
    super._final(callback);
  }

  _publishChunks(writev, data, encoding) {
    const { bodyChunkSent } = channels.client;
    if (bodyChunkSent.hasSubscribers)
      bodyChunkSent.publish({ stream: this, writev, data, encoding });
  }
}

function buffersOf(chunks) {
  const buffers = [];
  for (let i = 0; i < chunks.length; i++)
    ArrayPrototypePush.call(buffers, chunks[i].chunk);
  return buffers;
}

function onHeaders(headers) {
  if (headers[':status'] === 100)
    this.emit('continue');
}

module.exports = { ClientHttp2Stream };
