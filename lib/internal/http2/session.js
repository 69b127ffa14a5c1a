'use strict';
// Http2Session: what server and client sessions have in common.
//
// (1) A session is open, closed (no new streams; it is destroyed when its last stream has ended),
//     or destroyed. 'close' is emitted once, after the socket's 'close'.
// (2) The session and its socket end together, whichever ends first.
// (3) state.core is null before the socket is connected and after the session is destroyed.

const {
  ArrayPrototypeSlice, Float64Array, ObjectAssign, ReflectApply, SafeArray, SafeSet,
  StringPrototypeCharCodeAt, Symbol, SymbolFor, TypedArrayPrototypeGetLength,
} = primordials;
const { shield } = require('internal/prototypes');
const EventEmitter = require('events');
const { Core, kCore } = require('internal/http2/core');
const {
  native, NghttpError, SETTINGS, SETTINGS_ACK, PING, PING_ACK, GOAWAY, ALTSVC, ORIGIN, FRAME_ERROR,
  INVALID_FRAME,
} = require('internal/http2/native');
const { codes } = require('internal/errors');
const { bufferAlloc, bufferFrom } = require('internal/buffer');
const { bytesOf } = require('internal/buffer/codec');
const { packSettings, settingsObject, settingsOfText, validateSettings } =
  require('internal/http2/settings');
const { isIPv6 } = require('internal/net/ip');
const { checkDelay } = require('internal/net/socket');
const { isArrayBufferView } = require('internal/util/types');
const { validateFunction, validateInt32, validateNumber, validateObject } =
  require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');
const { socketProxy } = require('internal/http2/socket_proxy');
const { now, observed } = require('internal/perf/observed');
const { context } = require('internal/async_context');

const kState = Symbol('state');
const kSession = Symbol('session'); // of a socket
const kRejection = SymbolFor('nodejs.rejection');
const kInspect = SymbolFor('nodejs.util.inspect.custom');
const SERVER = 0;
const CLIENT = 1;
const NO_ERROR = 0;
const INTERNAL_ERROR = 2;
const PROTOCOL_ERROR = -505; // of nghttp2
const REFUSED_STREAM = 7;
const CANCEL = 8;

// Errors of nghttp2 for frames that are not needed any more: they are ignored.
const NOT_NEEDED = new SafeSet();
NOT_NEEDED.add(-510); // the stream is closed
NOT_NEEDED.add(-511); // it is closing
NOT_NEEDED.add(-530); // the session is closing

const BYTES = ['Buffer', 'TypedArray', 'DataView'];

class State {
  constructor(type, socket, options) {
    this.type = type;
    this.socket = socket;
    this.options = options;
    this.core = null;
    this.proxy = null;
    this.isClosed = false;
    this.isDestroyed = false;
    this.isConnecting = false;
    this.destroyCode = NO_ERROR;
    this.hasSentGoaway = false;
    this.goawayCode = null;
    this.goawayLastStreamID = null;
    this.pendingStreams = new SafeSet(); // of a client: requests that wait for the connection
    this.pings = new SafeArray();
    this.pendingAcks = 0;
    this.settings = new SafeArray();     // { callback, start }: not acknowledged yet
    this.localSettings = undefined;
    this.remoteSettings = undefined;
    this.originSet = undefined;
    this.timer = null;
    this.lastWritten = 0;
    this.error = undefined;
    this.streamCount = 0; // so far
    this.times = observed.http2 > 0 ?
      new (require('internal/http2/perf').SessionTimes)() : null;
  }
}
shield(State.prototype, ['type', 'socket', 'options', 'core', 'proxy', 'isClosed', 'isDestroyed',
  'isConnecting', 'destroyCode', 'hasSentGoaway', 'goawayCode', 'goawayLastStreamID',
  'pendingStreams', 'pings', 'pendingAcks', 'settings', 'localSettings', 'remoteSettings',
  'originSet', 'timer', 'lastWritten', 'error', 'streamCount', 'times']);

class Http2Session extends EventEmitter {
  constructor(options, type, socket) {
    super();
    if (socket[kSession] !== undefined)
      throw new codes.ERR_HTTP2_SOCKET_BOUND();
    const state = this[kState] = new State(type, socket, options);
    this.timeout = 0;
    socket[kSession] = this;
    socket.on('error', onSocketError);
    socket.on('close', onSocketClose);
    socket.on('end', onSocketEnd);
    if (socket.connecting || socket.secureConnecting) {
      state.isConnecting = true;
      socket.once(socket.secureConnecting || socket.encrypted ? 'secureConnect' : 'connect',
                  () => open(this));
    } else
      open(this);
  }

  // ---- Properties ----

  get type() { return this[kState].type; }
  get closed() { return this[kState].isClosed; }
  get destroyed() { return this[kState].isDestroyed; }
  get connecting() { return this[kState].isConnecting; }
  get pendingSettingsAck() { return this[kState].pendingAcks > 0; }

  get encrypted() {
    const { core, socket } = this[kState];
    return core === null ? undefined : !!socket?.encrypted;
  }

  get alpnProtocol() {
    const { core, socket } = this[kState];
    if (core === null || !socket)
      return undefined;
    return socket.encrypted ? socket.alpnProtocol : 'h2c';
  }

  get originSet() {
    if (!this.encrypted || this.destroyed)
      return undefined;
    const origins = new SafeArray();
    originsOf(this).forEach((origin) => origins.push(origin));
    return ArrayPrototypeSlice.call(origins);
  }

  get socket() {
    const state = this[kState];
    if (state.socket === undefined)
      return undefined;
    return state.proxy ??=
      socketProxy(this, () => (state.core?.id === 0 ? undefined : state.socket));
  }

  get state() {
    const values = this[kState].core === null ? undefined : native.state(this[kState].core.id);
    if (values === undefined)
      return {};
    return {
      effectiveLocalWindowSize: values[0],
      effectiveRecvDataLength: values[1],
      nextStreamID: values[2],
      localWindowSize: values[3],
      lastProcStreamID: values[4],
      remoteWindowSize: values[5],
      outboundQueueSize: values[6],
      deflateDynamicTableSize: values[7],
      inflateDynamicTableSize: values[8],
    };
  }

  get localSettings() {
    const state = this[kState];
    if (state.localSettings === undefined) {
      state.localSettings = settingsOf(state, true);
      const customSettings = customOf(state.options.settings);
      if (customSettings !== undefined)
        state.localSettings.customSettings = customSettings;
    }
    return state.localSettings;
  }

  get remoteSettings() {
    const state = this[kState];
    return state.remoteSettings ??= settingsOf(state, false);
  }

  // ---- Frames ----

  ping(payload, callback) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === 'function') {
      callback = payload;
      payload = undefined;
    }
    if (payload !== undefined && !isArrayBufferView(payload))
      throw new codes.ERR_INVALID_ARG_TYPE('payload', BYTES, payload);
    const bytes = payload === undefined ? undefined : bytesOf(payload);
    if (bytes !== undefined && TypedArrayPrototypeGetLength.call(bytes) !== 8)
      throw new codes.ERR_HTTP2_PING_LENGTH();
    validateFunction(callback, 'callback');
    const { core, isClosed, options, pings } = this[kState];
    const start = now();
    if (context.made !== null)
      callback = context.made('HTTP2PING', {}, callback);
    const limit = options.maxOutstandingPings ?? 10;
    if (core === null || isClosed || pings.length >= limit) {
      process.nextTick(callback, new codes.ERR_HTTP2_PING_CANCEL());
      return core === null || isClosed ? undefined : false;
    }
    pings.push({ __proto__: null, callback, start });
    native.ping(core.id, bytes ?? bytesOfTime(start));
    core.schedule();
    return true;
  }

  settings(settings, callback) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (settings !== undefined)
      validateObject(settings, 'settings');
    validateSettings(settings);
    if (callback)
      validateFunction(callback, 'callback');
    const state = this[kState];
    if (typeof callback === 'function' && context.made !== null)
      callback = context.made('HTTP2SETTINGS', {}, callback);
    const entry = { __proto__: null, callback, start: now(),
                    packed: packSettings({ __proto__: null, ...settings }),
                    custom: customOf(settings) };
    state.pendingAcks++;
    if (state.settings.length >= (state.options.maxOutstandingSettings ?? 10)) {
      this.destroy(new codes.ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
      return;
    }
    state.settings.push(entry);
    if (state.core !== null)
      submitSettings(state, entry);
  }

  goaway(code = NO_ERROR, lastStreamID = 0, opaqueData = undefined) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined && !isArrayBufferView(opaqueData))
      throw new codes.ERR_INVALID_ARG_TYPE('opaqueData', BYTES, opaqueData);
    validateNumber(code, 'code');
    validateNumber(lastStreamID, 'lastStreamID');
    const { core } = this[kState];
    if (core === null) {
      this.once('connect', () => !this.destroyed && this.goaway(code, lastStreamID, opaqueData));
      return;
    }
    this[kState].hasSentGoaway = true;
    native.goaway(core.id, code, lastStreamID, opaqueData);
    core.schedule();
  }

  setNextStreamID(id) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, 'id');
    if (id <= 0 || id > 2147483647)
      throw new codes.ERR_OUT_OF_RANGE('id', '> 0 and <= 4294967295', id);
    const { core } = this[kState];
    if (core !== null)
      native.setNextStreamID(core.id, id);
  }

  setLocalWindowSize(windowSize) {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, 'windowSize', 0);
    const { core } = this[kState];
    const err = core === null ? 0 : native.setLocalWindowSize(core.id, windowSize);
    if (err !== 0)
      this.destroy(new codes.ERR_HTTP2_NO_MEM());
    core?.schedule();
  }

  [kRejection](err, event, ...args) {
    if (event === 'stream')
      args[0].destroy(err);
    else
      this.destroy(err);
  }

  [kInspect](depth, options, inspect) {
    return inspectAs('Http2Session', options, inspect, {
      type: this.type,
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      localSettings: this.localSettings,
      remoteSettings: this.remoteSettings,
    });
  }

  // ---- The end ----

  close(callback) {
    const state = this[kState];
    if (state.isClosed || state.isDestroyed)
      return;
    state.isClosed = true;
    if (typeof callback === 'function')
      this.once('close', callback);
    this.goaway();
    this._maybeDestroy();
  }

  destroy(error = NO_ERROR, code = undefined) {
    if (this.destroyed)
      return;
    if (typeof error === 'number') {
      code = error;
      error = code !== NO_ERROR ? new codes.ERR_HTTP2_SESSION_ERROR(code) : undefined;
    }
    if (code === undefined && error != null)
      code = INTERNAL_ERROR;
    destroySession(this, code ?? NO_ERROR, error);
  }

  _maybeDestroy() {
    const { core, isClosed, isDestroyed, pendingStreams } = this[kState];
    if (isClosed && !isDestroyed && pendingStreams.size === 0 &&
        (core === null || core.streams.size === 0))
      this.destroy();
  }

  ref() {
    const { socket } = this[kState];
    if (typeof socket?.ref === 'function')
      socket.ref();
  }

  unref() {
    const { socket } = this[kState];
    if (typeof socket?.unref === 'function')
      socket.unref();
  }

  setTimeout(msecs, callback) {
    setTimeoutOf(this, this[kState], msecs, callback);
    return this;
  }

  // ---- From the core ----

  // C is about to forget the session.
  _beforeCoreClose(core) {
    this[kState].times?.keep(core, native.state(core.id));
  }

  _touch() {
    this[kState].timer?.refresh();
  }

  _onNativeError(number) {
    this.destroy(new NghttpError(number));
  }

  // nghttp2 wants neither to read nor to write.
  _onOver() {
    if (this.destroyed)
      return;
    if (this.closed || this[kState].hasSentGoaway)
      this.destroy();
    else // it has sent GOAWAY, because of an error of the peer
      this.destroy(new NghttpError(PROTOCOL_ERROR), 1);
  }

  _onEvent(type, id, a, b, offset, length) {
    const text = length > 0 ? native.text(offset, length) : '';
    if (type === SETTINGS)
      onSettings(this, text);
    else if (type === SETTINGS_ACK)
      onSettingsAck(this, text);
    else if (type === PING)
      this.emit('ping', bufferFrom(text, 'latin1'));
    else if (type === PING_ACK)
      onPingAck(this, text);
    else if (type === GOAWAY)
      onGoaway(this, id, a >>> 0, text);
    else if (type === FRAME_ERROR)
      onFrameError(this, id, a, b);
    else if (type === INVALID_FRAME)
      this._onInvalidFrame(id, a);
    else if (type === ALTSVC || type === ORIGIN)
      this._onExtension(type, id, a, text);
    else
      this._onNativeError(a);
  }

  _onInvalidFrame(id, number) {
    // Fatal ones, frames of closed streams, and such as break the protocol end the session.
    if (number <= -900 || number === -510 || number === PROTOCOL_ERROR ||
        (number === -524 && id === 0))
      this.destroy(new NghttpError(number), 1);
  }

  _onExtension() {}
}

function inspectAs(name, options, inspect, object) {
  return `${name} ${inspect(object, { __proto__: null, ...options,
                                      depth: options.depth == null ? null : options.depth - 1 })}`;
}

// ---- Opening ----

function open(session) {
  const state = session[kState];
  if (state.isDestroyed)
    return;
  const { options, socket, type } = state;
  state.isConnecting = false;
  state.core = socket[kCore] = new Core(session, socket, type === SERVER, options);
  session._beforeOpen?.();
  // The first SETTINGS frame has those of the options.
  state.pendingAcks++;
  const waiting = state.settings;
  state.settings = new SafeArray();
  state.settings.push({ __proto__: null, callback: undefined, start: now(),
                        packed: packSettings({ __proto__: null, ...options.settings }),
                        custom: customOf(options.settings) });
  for (let i = 0; i < waiting.length; i++)
    state.settings.push(waiting[i]);
  for (let i = 0; i < state.settings.length; i++)
    submitSettings(state, state.settings[i]);
  session._onOpen();
}

const customOf = (settings) =>
  (settings?.customSettings === undefined ? undefined :
    ObjectAssign({}, settings.customSettings));

function submitSettings(state, entry) {
  native.settings(state.core.id, entry.packed);
  state.core.schedule();
}

function settingsOf(state, isLocal) {
  const values = state.core === null ? undefined : native.settingsOf(state.core.id, isLocal);
  return values === undefined ? {} : settingsObject(values);
}

// ---- Frames of the peer ----

function onSettings(session, text) {
  const state = session[kState];
  const { customSettings } = state.remoteSettings ?? {};
  state.remoteSettings = settingsOfText(text, state.options.remoteCustomSettings);
  if (customSettings !== undefined)
    state.remoteSettings.customSettings ??= customSettings;
  session.emit('remoteSettings', session.remoteSettings);
}

function onSettingsAck(session, text) {
  const state = session[kState];
  const entry = state.settings.shift();
  state.pendingAcks--;
  if (entry === undefined) {
    session.destroy(new NghttpError(PROTOCOL_ERROR), 1);
    return;
  }
  const localSettings = settingsOfText(text);
  const customSettings = entry.custom ?? state.localSettings?.customSettings;
  if (customSettings !== undefined)
    localSettings.customSettings = customSettings;
  state.localSettings = localSettings;
  if (typeof entry.callback === 'function')
    entry.callback(null, localSettings, now() - entry.start);
  session.emit('localSettings', localSettings);
}

function bytesOfTime(time) {
  const number = new Float64Array(1);
  number[0] = time;
  return bytesOf(number);
}

function onPingAck(session, text) {
  const entry = session[kState].pings.shift();
  if (entry === undefined) {
    // The peer acknowledged a ping that was not sent.
    session.destroy(new NghttpError(PROTOCOL_ERROR), 1);
    return;
  }
  const payload = bufferAlloc(8); // memory of its own, as the program's may be
  for (let i = 0; i < text.length; i++)
    payload[i] = StringPrototypeCharCodeAt.call(text, i);
  const duration = now() - entry.start;
  const { times } = session[kState];
  if (times !== null)
    times.pingRTT = duration * 1e6;
  entry.callback(null, duration, payload);
}

function onGoaway(session, lastStreamID, code, text) {
  const state = session[kState];
  state.goawayCode = code;
  state.goawayLastStreamID = lastStreamID;
  session.emit('goaway', code, lastStreamID, text === '' ? undefined : bufferFrom(text, 'latin1'));
  if (session.destroyed)
    return;
  if (code === NO_ERROR)
    session.close();
  else
    session.destroy(new codes.ERR_HTTP2_SESSION_ERROR(code), NO_ERROR);
}

const CODES_OF_ERRORS = { '__proto__': null, '-522': 6, '-523': 9, '-524': 3 };

function onFrameError(session, id, type, number) {
  if (NOT_NEEDED.has(number))
    return;
  const code = CODES_OF_ERRORS[number] ?? INTERNAL_ERROR;
  const stream = session[kState].core.streams.get(id);
  const emitter = stream ?? session;
  emitter.emit('frameError', type, code, id);
  if (stream !== undefined) {
    // A request that is not sent is refused by nobody but us.
    stream.close(session.type === CLIENT ? REFUSED_STREAM : code);
    session.close();
  } else
    session.destroy(new NghttpError(number));
}

// ---- The end ----

function destroySession(session, code, error) {
  const state = session[kState];
  state.isDestroyed = true;
  state.destroyCode = code;
  state.error = error;
  clearTimeout(state.timer);
  state.timer = null;
  const canceled = state.pendingStreams.size > 0 ?
    new codes.ERR_HTTP2_STREAM_CANCEL(error) : undefined;
  state.pendingStreams.forEach((stream) => stream.destroy(canceled));
  cancelRequests(state);
  const { core, socket } = state;
  if (core === null) {
    endSocket(session);
    return;
  }
  core.isDeaf = true;
  core.streams.forEach((stream) => stream._onSessionDestroyed(error));
  if (error)
    core.dropResets();
  if (socket.destroyed) {
    core.close();
    endSocket(session);
    return;
  }
  if (core.isWriting && !state.isClosed) { // the peer may never read it
    core.close();
    endSocket(session);
  } else
    core.whenIdle(terminate);
}

function cancelRequests(state) {
  const { pings } = state;
  state.pings = new SafeArray();
  state.settings = new SafeArray(); // their callbacks are not called, as in Node
  for (let i = 0; i < pings.length; i++)
    pings[i].callback(new codes.ERR_HTTP2_PING_CANCEL());
}

// What was queued has been sent: GOAWAY is the last frame.
function terminate(session) {
  const { core, destroyCode } = session[kState];
  native.terminate(core.id, destroyCode);
  core.whenIdle(endSession);
}

// The last frame has been given to the socket.
function endSession(session) {
  session[kState].core.close();
  endSocket(session);
}

function endSocket(session) {
  const state = session[kState];
  const { error, socket } = state;
  const isGraceful = !error;
  if (!socket || socket.destroyed) {
    process.nextTick(emitClose, session);
    return;
  }
  socket.removeListener('close', onSocketClose);
  socket.on('close', () => emitClose(session));
  if (isGraceful && state.core !== null) {
    socket.resume();
    socket.end();
    if (typeof socket.destroySoon === 'function')
      socket.destroySoon();
  } else
    socket.destroy(error);
}

function emitClose(session) {
  const state = session[kState];
  const { error, socket } = state;
  if (socket) {
    socket[kSession] = undefined;
    socket[kCore] = undefined;
  }
  state.socket = undefined;
  state.core = null;
  session._onClosed?.();
  state.times?.report(state.type === SERVER ? 'server' : 'client', state.streamCount);
  if (error)
    session.emit('error', error);
  session.emit('close');
}

function onSocketError(error) {
  const session = this[kSession];
  if (session === undefined)
    return;
  // The peer has sent GOAWAY, so a reset is no error.
  if (error.code === 'ECONNRESET' && session[kState].goawayCode === NO_ERROR)
    session.destroy();
  else
    session.destroy(error);
}

// The peer sends nothing any more: no stream can go on.
function onSocketEnd() {
  const session = this[kSession];
  if (session !== undefined && !session.destroyed && session[kState].core !== null)
    process.nextTick(() => !session.destroyed && ReflectApply(onSocketClose, this, []));
}

function onSocketClose() {
  const session = this[kSession];
  if (session === undefined)
    return;
  const state = session[kState];
  if (state.isDestroyed) { // its last frames cannot be sent any more
    state.core?.close();
    endSocket(session);
    return;
  }
  const error = state.isConnecting ? new codes.ERR_SOCKET_CLOSED() : undefined;
  state.isConnecting = false;
  state.core?.streams.forEach((stream) => stream._cancel());
  state.pendingStreams.forEach((stream) => stream.close(CANCEL));
  state.isClosed = true;
  destroySession(session, NO_ERROR, error);
}

// ---- Time-outs, of sessions and streams ----

function setTimeoutOf(emitter, state, msecs, callback) {
  if (emitter.destroyed)
    return;
  msecs = checkDelay(msecs, 'msecs');
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  emitter.timeout = msecs;
  clearTimeout(state.timer);
  state.timer = null;
  if (msecs === 0) {
    if (callback !== undefined)
      emitter.removeListener('timeout', callback);
    return;
  }
  state.timer = setTimeout(onTimeout, msecs, emitter, state).unref();
  if (callback !== undefined)
    emitter.once('timeout', callback);
}

// A long write that makes progress is activity.
function onTimeout(emitter, state) {
  const session = emitter.session ?? emitter;
  const written = session?.[kState]?.core?.bytesWritten ?? 0;
  if (written !== state.lastWritten && session[kState].core.isWriting) {
    state.lastWritten = written;
    state.timer?.refresh();
    return;
  }
  emitter.emit('timeout');
}

function originsOf(session) {
  const state = session[kState];
  if (state.originSet === undefined) {
    state.originSet = new SafeSet();
    const { servername, remotePort } = state.socket;
    let name = servername || state.socket.remoteAddress;
    if (isIPv6(name))
      name = `[${name}]`;
    state.originSet.add(`https://${name}${remotePort === 443 ? '' : `:${remotePort}`}`);
  }
  return state.originSet;
}

// How many streams it has, with requests that wait for the connection.
function streamsOf(session) {
  const { core, pendingStreams } = session[kState];
  return pendingStreams.size + (core === null ? 0 : core.streams.size);
}

module.exports = {
  CANCEL, CLIENT, Http2Session, INTERNAL_ERROR, NO_ERROR, SERVER, inspectAs, kInspect, kSession,
  kState, originsOf, setTimeoutOf, streamsOf,
};
