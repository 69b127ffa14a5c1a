'use strict';
// ServerHttp2Session: each request becomes a stream.

const { RegExpPrototypeExec, StringPrototypeIncludes, Symbol } = primordials;
const { Http2Session, SERVER, kState } = require('internal/http2/session');
const { ServerHttp2Stream } = require('internal/http2/server_stream');
const { kStream } = require('internal/http2/stream');
const { listOf, objectOf } = require('internal/http2/headers');
const { native } = require('internal/http2/native');
const { codes } = require('internal/errors');
const { requireURL } = require('internal/url');
const { validateString } = require('internal/validators');
const channels = require('internal/http2/channels');

const MAX_LENGTH = 16382; // of ALTSVC and ORIGIN
const END_STREAM = 1;
const BAD_ALT = /[^\t\x20-\x7e]/;

class ServerHttp2Session extends Http2Session {
  constructor(options, socket, server) {
    super(options, SERVER, socket);
    this._server = server;
  }

  get server() { return this._server; }

  _beforeOpen() {
    const { options, socket } = this[kState];
    if (options.origins?.length > 0 && socket.encrypted)
      process.nextTick(() => !this.destroyed && sendOrigins(this, options.origins));
  }

  _onOpen() {}

  _onHeaders(stream, id, category, flags, text, sensitive) {
    const raw = listOf(text);
    const headers = objectOf(raw, sensitive);
    if (stream !== undefined) {
      stream[kStream].timer?.refresh();
      stream.emit('trailers', headers, flags, raw);
      if (flags & END_STREAM)
        stream._onEnd();
      return;
    }
    if (this.closed || this.destroyed) {
      native.reset(this[kState].core.id, id, 7);
      return;
    }
    stream = new ServerHttp2Stream(this, id, headers);
    stream[kStream].times?.headers();
    if (flags & END_STREAM) {
      const state = stream[kStream];
      state.endAfterHeaders = state.hasEnded = true;
      stream.push(null);
    }
    const { created, start } = channels.server;
    if (created.hasSubscribers)
      created.publish({ stream, headers });
    if (start.hasSubscribers)
      start.publish({ stream, headers });
    if (!this.emit('stream', stream, headers, flags, raw))
      stream.close(7); // nobody listens
  }

  altsvc(alt, originOrStream) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    let stream = 0;
    let origin = '';
    if (typeof originOrStream === 'string') {
      ({ origin } = requireURL(originOrStream));
      if (origin === 'null')
        throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    } else if (typeof originOrStream === 'number') {
      if (originOrStream >>> 0 !== originOrStream || originOrStream === 0)
        throw new codes.ERR_OUT_OF_RANGE('originOrStream', '> 0 && < 4294967296', originOrStream);
      stream = originOrStream;
    } else if (originOrStream !== undefined) {
      origin = originOrStream !== null && typeof originOrStream === 'object' ?
        originOrStream.origin : undefined;
      if (typeof origin !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE('originOrStream', ['string', 'number', 'URL',
                                                                'object'], originOrStream);
      if (origin === 'null' || origin.length === 0)
        throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    }
    validateString(alt, 'alt');
    if (RegExpPrototypeExec.call(BAD_ALT, alt) !== null)
      throw new codes.ERR_INVALID_CHAR('alt');
    if (alt.length + origin.length > MAX_LENGTH)
      throw new codes.ERR_HTTP2_ALTSVC_LENGTH();
    const { core } = this[kState];
    native.altsvc(core.id, stream, origin, alt);
    core.schedule();
  }

  origin(...origins) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (origins.length > 0)
      sendOrigins(this, origins);
  }

  _onClosed() {
    this._server?.[kSessions]?.delete(this);
  }
}

function sendOrigins(session, origins) {
  let text = '';
  let length = 0;
  for (let i = 0; i < origins.length; i++) {
    let origin = origins[i];
    if (typeof origin === 'string')
      ({ origin } = requireURL(origin));
    else if (origin !== null && typeof origin === 'object')
      ({ origin } = origin);
    validateString(origin, 'origin');
    if (origin === 'null' || StringPrototypeIncludes.call(origin, '\0'))
      throw new codes.ERR_HTTP2_INVALID_ORIGIN();
    text += `${origin}\0`;
    length += origin.length;
  }
  if (length > MAX_LENGTH)
    throw new codes.ERR_HTTP2_ORIGIN_LENGTH();
  const { core } = session[kState];
  native.origin(core.id, text);
  core.schedule();
}

const kSessions = Symbol('sessions'); // of a server

module.exports = { ServerHttp2Session, kSessions };
