'use strict';
// WebSocket: a client for RFC 6455 with the interface of the WebSockets Standard.
//
// (1) 'close' is emitted exactly once, at the end; 'error' comes before it if the connection
//     failed.
// (2) Messages are delivered in the order of their frames, even while some are being decompressed.
// (3) bufferedAmount is what send() took and the kernel has not accepted. Messages are sent in the
//     order of the calls, even behind a Blob that is still being read.
// (4) Memory is bounded, whatever the server sends: messages have a maximal size, the socket is
//     paused while many messages wait to be decompressed, and of the pings that cannot be answered
//     yet only the last one is answered.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeSlice, NumberIsInteger,
  ObjectDefineProperty, SafeArray, StringPrototypeToLowerCase, SymbolIterator,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { shield } = require('internal/prototypes');
const { EventTarget, defineEventHandler } = require('internal/event_target');
const { lazyDOMException } = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { bytesOf } = require('internal/buffer/codec');
const { isBlob, makeBlob } = require('internal/blob');
const { finishInterface, illegalInvocation, isObject, requireArguments, usvString } =
  require('internal/fetch/webidl');
const { joinChunks } = require('internal/fetch/body');
const { isToken } = require('internal/http/headers');
const { encodeUtf8 } = internalBinding('buffer');
const { BINARY, CLOSE, FINAL, PING, PONG, Reader, TEXT, makeFrame, nextMask } =
  require('internal/websocket/frames');
const { queueTick, reusableTick } = require('internal/process/task_queues');
const { bufferByteLength } = require('internal/buffer');
const { write: writeToStream } = require('internal/streams/duplex').Duplex.prototype;

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
const CLOSE_TIMEOUT = 3000;
const MOST_WAITING = 16;      // actions that wait for the decompression of a message
const FEW_BYTES = 1024;       // parts of a message that are smaller are joined

const isWireCode = (code) => (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 &&
  code !== 1006) || (code >= 3000 && code <= 4999);

const isBytes = (data) => isArrayBufferView(data) || isAnyArrayBuffer(data);
const encode = (text) => new Uint8Array(encodeUtf8(text));

// Text of the network is strict: undefined when it is no UTF-8.
let decoder = null;

function decode(bytes) {
  const { TextDecoder } = require('internal/encoding');
  decoder ??= new TextDecoder('utf-8', { __proto__: null, fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function readUrl(text) {
  const { requireURL } = require('internal/url');
  let url;
  try {
    url = requireURL(text);
  } catch (error) {
    throw lazyDOMException(`${error}`, 'SyntaxError');
  }
  if (url.protocol === 'http:')
    url.protocol = 'ws:';
  else if (url.protocol === 'https:')
    url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:')
    throw lazyDOMException('expected a ws: or wss: url', 'SyntaxError');
  if (url.hash !== '' || url.href[url.href.length - 1] === '#')
    throw lazyDOMException('hash', 'SyntaxError');
  return url;
}

function readProtocols(protocols) {
  const list = new SafeArray();
  if (typeof protocols === 'string')
    list.push(protocols);
  else if (isObject(protocols) && typeof protocols[SymbolIterator] === 'function') {
    // lint-ok: array-iteration the program's iterable
    for (const protocol of protocols)
      list.push(`${protocol}`);
  }
  const seen = new SafeArray();
  for (let i = 0; i < list.length; i++) {
    const lower = StringPrototypeToLowerCase.call(list[i]);
    if (!isToken(list[i]) || ArrayPrototypeIncludes.call(seen, lower))
      throw lazyDOMException('Invalid Sec-WebSocket-Protocol value', 'SyntaxError');
    seen.push(lower);
  }
  return ArrayPrototypeSlice.call(list);
}

// Options of the program: its protocols, or an object with them and with headers.
function readOptions(options) {
  if (isObject(options) && !ArrayIsArray(options) &&
      typeof options[SymbolIterator] !== 'function') {
    const headers = { __proto__: null };
    if (options.headers !== undefined) {
      const { Headers, listOf } = require('internal/fetch/headers');
      const flat = listOf(new Headers(options.headers)).flat();
      for (let i = 0; i < flat.length; i += 2)
        headers[flat[i]] = flat[i + 1];
    }
    return { __proto__: null, protocols: readProtocols(options.protocols), headers };
  }
  return { __proto__: null, protocols: readProtocols(options), headers: { __proto__: null } };
}

function closePayload(code, reason) {
  const payload = new Uint8Array(code === undefined ? 0 : 2 + reason.length);
  if (code !== undefined) {
    payload[0] = code >> 8;
    payload[1] = code & 255;
    TypedArrayPrototypeSet.call(payload, reason, 2);
  }
  return payload;
}

// The size of a payload: a string, a view or a buffer.
const sizeOf = (payload) => (typeof payload === 'string' ? bufferByteLength(payload, 'utf8') :
  TypedArrayPrototypeGetLength.call(
    isAnyArrayBuffer(payload) ? new Uint8Array(payload) : bytesOf(payload)));

// Whether the stream of a socket would write to the handle at once.
function isIdle(socket) {
  const state = socket._writableState;
  return socket.write === writeToStream && state.length === 0 && state.corked === 0 &&
    !state.writing && !state.ending && !state.destroyed && state.errored === null;
}

// ---- A connection ----

class Connection {
  constructor(owner, url, options) {
    this.owner = owner;         // { opened, message, failed, closed, drained }
    this.socket = null;
    this.state = CONNECTING;
    this.parts = new SafeArray(); // of the message that arrives
    this.partsSize = 0;
    this.smallParts = 0;          // at the end of `parts`
    this.smallSize = 0;
    this.isPonging = false;       // an answer is on its way
    this.pong = null;             // the payload of the next one
    this.opcode = 0;
    this.isCompressed = false;
    this.inflater = null;
    this.queue = new SafeArray(); // functions that wait for a message to be decompressed
    this.isBusy = false;
    this.code = 1006;
    this.reason = '';
    this.isClean = false;
    this.hasSentClose = false;
    this.hasReceivedClose = false;
    this.heldClose = null;
    this.timer = null;
    this.failure = null;          // { reason, cause }, once the connection cannot go on
    const { open } = require('internal/websocket/handshake');
    this.stop = open(url, options.protocols, options.headers, (problem, agreed, socket, head) => {
      if (problem !== null)
        this.fail(problem, agreed);
      else
        this.start(agreed, socket, head);
    });
  }

  start(agreed, socket, head) {
    if (this.state !== CONNECTING) {
      socket.destroy();
      return;
    }
    this.socket = socket;
    this.state = OPEN;
    this.reader = new Reader({
      __proto__: null,
      frame: (opcode, isLast, isCompressed, payload) =>
        this.receive(opcode, isLast, isCompressed, payload),
      message: (opcode, part) => this.takeMessage(opcode, part),
      error: (reason, code) => this.fail(reason, undefined, code),
    }, agreed.inflate !== null);
    if (agreed.inflate !== null) {
      const { Inflater } = require('internal/websocket/inflate');
      this.inflater = new Inflater(agreed.inflate.isFresh);
    }
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (data) => this.reader.push(data));
    socket.on('end', () => socket.end());
    socket.on('close', () => this.whenIdle(() => this.end()));
    this.owner.opened(agreed);
    if (TypedArrayPrototypeGetLength.call(head) > 0)
      this.reader.push(head);
    socket.resume();
  }

  // (2)
  whenIdle(action) {
    if (!this.isBusy) {
      action();
      return;
    }
    this.queue.push(action);
    if (this.queue.length === MOST_WAITING)
      this.socket.pause(); // (4)
  }

  addPart(payload) {
    const length = TypedArrayPrototypeGetLength.call(payload);
    if (length === 0)
      return;
    this.parts.push(payload);
    this.partsSize += length;
    if (length >= FEW_BYTES) {
      this.smallParts = this.smallSize = 0;
      return;
    }
    this.smallSize += length;
    if (++this.smallParts === FEW_BYTES) {
      const small = this.parts.splice(this.parts.length - FEW_BYTES, FEW_BYTES);
      this.parts.push(joinChunks(small, this.smallSize));
      this.smallParts = this.smallSize = 0;
    }
  }

  receive(opcode, isLast, isCompressed, payload) {
    if (opcode >= CLOSE) {
      this.whenIdle(() => this.control(opcode, payload));
      return;
    }
    if (opcode !== 0) {
      if (isLast && !isCompressed && !this.isBusy) {
        this.deliver(opcode, payload); // a message of one frame
        return;
      }
      this.opcode = opcode;
      this.isCompressed = isCompressed;
    }
    this.addPart(payload);
    if (!isLast)
      return;
    const bytes = joinChunks(this.parts, this.partsSize);
    const kind = this.opcode;
    const compressed = this.isCompressed;
    this.parts = new SafeArray();
    this.partsSize = this.smallParts = this.smallSize = 0;
    this.whenIdle(() => (compressed ? this.inflate(kind, bytes) : this.deliver(kind, bytes)));
  }

  // A message of one frame, in memory of the socket.
  takeMessage(opcode, part) {
    if (this.isBusy)
      this.receive(opcode, true, false, new Uint8Array(part));
    else
      this.deliver(opcode, opcode === TEXT ? part : new Uint8Array(part), true);
  }

  inflate(kind, bytes) {
    if (this.failure !== null)
      return;
    this.isBusy = true;
    this.inflater.run(bytes, (error, whole) => {
      this.isBusy = false;
      if (error !== null)
        this.fail(error.message, error, 1007);
      else
        this.deliver(kind, whole);
      while (!this.isBusy && this.queue.length > 0)
        this.queue.shift()();
      if (this.queue.length === 0)
        this.socket.resume();
    });
  }

  // isOwn: nothing else refers to the memory of the bytes.
  deliver(kind, bytes, isOwn = false) {
    if (this.state !== OPEN)
      return;
    const data = kind === TEXT ? decode(bytes) : bytes;
    if (data === undefined)
      this.fail('Received invalid UTF-8 in text frame.', undefined, 1007);
    else
      this.owner.message(data, isOwn);
  }

  control(opcode, payload) {
    if (this.failure !== null) // by a message that was decompressed meanwhile
      return;
    if (opcode === PING && !this.hasSentClose && !this.hasReceivedClose)
      this.answerPing(payload);
    else if (opcode === CLOSE && !this.hasReceivedClose)
      this.receiveClose(payload);
  }

  // (4)
  answerPing(payload) {
    if (this.isPonging) {
      this.pong = payload;
      return;
    }
    this.isPonging = true;
    this.socket.write(makeFrame(PONG, payload), () => {
      const next = this.pong;
      this.isPonging = false;
      this.pong = null;
      if (next !== null && !this.hasSentClose)
        this.answerPing(next);
    });
  }

  receiveClose(payload) {
    const length = TypedArrayPrototypeGetLength.call(payload);
    let code = 1005;
    let reason = '';
    if (length === 1) {
      this.fail('Received close frame with a 1-byte body.');
      return;
    }
    if (length > 1) {
      code = payload[0] * 256 + payload[1];
      reason = decode(bytesOf(payload, 2));
      if (!isWireCode(code) || reason === undefined) {
        this.fail('Invalid Close Frame received.', undefined, reason === undefined ? 1007 : 1002);
        return;
      }
    }
    this.hasReceivedClose = true;
    this.code = code;
    this.reason = reason;
    this.isClean = true;
    this.state = CLOSING;
    if (!this.hasSentClose) {
      this.hasSentClose = true;
      this.write(CLOSE, length > 1 ? bytesOf(payload, 0, 2) : payload);
    }
    this.socket.end();
    this.setTimer();
  }

  // Limits the time that the server has to close the connection.
  setTimer() {
    this.timer ??= require('timers').setTimeout(() => this.socket.destroy(), CLOSE_TIMEOUT);
  }

  write(opcode, payload) {
    const frame = makeFrame(opcode, payload);
    this.socket.write(frame, () => {
      if (opcode === TEXT || opcode === BINARY)
        this.owner.drained(TypedArrayPrototypeGetLength.call(payload));
    });
  }

  // Writes a frame to the handle in one call, past the idle stream of the socket. Returns the size
  // of the payload, -1 if write() has to do it.
  writeAtOnce(opcode, payload) {
    const { socket } = this;
    const handle = isIdle(socket) ? socket._handle : null;
    if (handle?.writeFrame === undefined)
      return -1;
    const rest = handle.writeFrame(FINAL | opcode, payload, nextMask());
    if (rest < 0)
      return -1; // it is long, or the general way fails, too, and reports it
    if (socket.timeout)
      socket._unrefTimer();
    const size = typeof rest !== 'number' ? sizeOf(payload) : rest - (rest > 131 ? 8 : 6);
    if (typeof rest !== 'number')
      socket.write(rest, () => this.owner.drained(size));
    else
      queueTick(reusableTick(this.owner.drained, size));
    return size;
  }

  // isHeld: something is to be sent before; flushClose() follows.
  close(code, reason, isHeld) {
    if (this.state === CONNECTING) {
      this.fail('Connection was closed before it was established.');
      return;
    }
    if (this.state !== OPEN)
      return;
    this.state = CLOSING;
    this.heldClose = closePayload(code, reason);
    if (!isHeld)
      this.flushClose();
  }

  flushClose() {
    if (this.heldClose === null || this.hasSentClose || this.state === CLOSED)
      return;
    this.hasSentClose = true;
    this.write(CLOSE, this.heldClose);
    this.setTimer();
  }

  // Fails the connection, and sends the reason to the server if that is still possible.
  fail(reason, cause = undefined, code = 1002) {
    if (this.state === CLOSED)
      return;
    const wasOpen = this.socket !== null;
    this.isClean = false;
    this.code = 1006;
    this.reason = '';
    if (wasOpen && !this.hasSentClose) {
      this.hasSentClose = true;
      this.write(CLOSE, closePayload(code, new Uint8Array(0)));
    }
    this.failure = { __proto__: null, reason, cause };
    this.state = CLOSING;
    if (wasOpen) {
      this.reader.stop();
      this.setTimer(); // a server that reads nothing does not get the code
      this.socket.destroySoon();
    } else {
      this.stop();
      process.nextTick(() => this.end());
    }
  }

  // (1)
  end() {
    if (this.state === CLOSED)
      return;
    this.state = CLOSED;
    this.inflater?.close();
    if (this.timer !== null)
      require('timers').clearTimeout(this.timer);
    const isClean = this.isClean && this.hasSentClose && this.hasReceivedClose;
    if (!isClean)
      this.owner.failed(this.failure);
    this.owner.closed(this.code, this.reason, isClean);
  }
}
shield(Connection.prototype, ['owner', 'socket', 'state', 'parts', 'partsSize', 'smallParts',
  'smallSize', 'isPonging', 'pong', 'opcode', 'isCompressed', 'inflater', 'queue', 'isBusy',
  'code', 'reason', 'isClean', 'hasSentClose', 'hasReceivedClose', 'heldClose', 'timer', 'stop',
  'reader', 'failure']);

// ---- The interface ----

class WebSocket extends EventTarget {
  #connection;
  #url;
  #origin = null;
  #protocol = '';
  #extensions = '';
  #binaryType = 'blob';
  #buffered = 0;
  #waiting = null; // messages behind a Blob that is being read

  constructor(url, protocols = []) {
    requireArguments(1, arguments.length, 'WebSocket constructor');
    super();
    const options = readOptions(protocols);
    this.#url = readUrl(usvString(url));
    this.#connection = new Connection(this.#owner(), this.#url, options);
  }

  // What a connection calls.
  #owner() {
    const send = (event) => this.dispatchEvent(event);
    const { Event } = require('internal/event_target');
    return {
      __proto__: null,
      opened: (agreed) => {
        this.#protocol = agreed.protocol;
        this.#extensions = agreed.extensions;
        send(new Event('open'));
      },
      message: (data, isOwn) => {
        if (this.#connection.state === CONNECTING)
          return;
        const { makeMessageEvent } = require('internal/messaging/event');
        send(makeMessageEvent(this.#show(data, isOwn), this.#origin ??= this.#url.origin));
      },
      failed: (failure) => {
        const { ErrorEvent } = require('internal/websocket/events');
        const message = failure?.reason ?? '';
        const error = failure?.cause ?? new primordials.TypeError(message);
        send(new ErrorEvent('error', { __proto__: null, error, message }));
      },
      closed: (code, reason, wasClean) => {
        const { CloseEvent } = require('internal/websocket/events');
        send(new CloseEvent('close', { __proto__: null, code, reason, wasClean }));
      },
      drained: (count) => { this.#buffered -= count; },
    };
  }

  #show(data, isOwn) {
    if (typeof data === 'string')
      return data;
    const bytes = isOwn ? data : new Uint8Array(data);
    return this.#binaryType === 'blob' ? makeBlob([bytes], '') :
      TypedArrayPrototypeGetBuffer.call(bytes);
  }

  static #check(value) {
    if (!isObject(value) || !(#connection in value))
      throw illegalInvocation();
  }

  close(code = undefined, reason = undefined) {
    WebSocket.#check(this);
    if (code !== undefined) {
      code = +code;
      if (!NumberIsInteger(code) || (code !== 1000 && (code < 3000 || code > 4999)))
        throw lazyDOMException('invalid code', 'InvalidAccessError');
    }
    const bytes = encode(reason === undefined ? '' : usvString(reason));
    if (bytes.length > 123) {
      throw lazyDOMException(`Reason must be less than 123 bytes; received ${bytes.length}`,
                             'SyntaxError');
    }
    this.#connection.close(code === undefined && bytes.length > 0 ? 1000 : code, bytes,
                           this.#waiting !== null);
  }

  send(data) {
    WebSocket.#check(this);
    requireArguments(1, arguments.length, 'WebSocket.send');
    const { state } = this.#connection;
    if (state === CONNECTING)
      throw lazyDOMException('Sent before connected.', 'InvalidStateError');
    if (state !== OPEN)
      return;
    if (this.#waiting === null && (typeof data === 'string' || isBytes(data))) {
      const size = this.#connection.writeAtOnce(typeof data === 'string' ? TEXT : BINARY, data);
      if (size !== -1) {
        this.#buffered += size;
        return;
      }
    }
    if (isBlob(data))
      this.#write(BINARY, data, data.size);
    else if (isBytes(data)) {
      const bytes = isAnyArrayBuffer(data) ? new Uint8Array(data) : bytesOf(data);
      this.#write(BINARY, bytes, TypedArrayPrototypeGetLength.call(bytes));
    } else {
      const bytes = encode(usvString(data));
      this.#write(TEXT, bytes, TypedArrayPrototypeGetLength.call(bytes));
    }
  }

  // (3)
  #write(opcode, data, size) {
    this.#buffered += size;
    if (this.#waiting !== null) {
      const copy = isBlob(data) ? data : new Uint8Array(data);
      this.#waiting.push({ __proto__: null, opcode, data: copy });
    } else if (isBlob(data)) {
      this.#waiting = new SafeArray();
      this.#readBlob(data);
    } else
      this.#connection.write(opcode, data);
  }

  async #readBlob(blob) {
    const connection = this.#connection;
    try {
      let next = { __proto__: null, opcode: BINARY, data: blob };
      for (; next !== undefined; next = this.#waiting.shift()) {
        const bytes = isBlob(next.data) ? await next.data.bytes() : next.data;
        if (!connection.hasSentClose && connection.state !== CLOSED)
          connection.write(next.opcode, bytes);
      }
    } catch (error) {
      connection.fail('A Blob could not be read.', error, 1000);
    }
    this.#waiting = null;
    connection.flushClose();
  }

  get readyState() {
    WebSocket.#check(this);
    return this.#connection.state;
  }

  get bufferedAmount() {
    WebSocket.#check(this);
    return this.#buffered;
  }

  get url() {
    WebSocket.#check(this);
    return this.#url.href;
  }

  get extensions() {
    WebSocket.#check(this);
    return this.#extensions;
  }

  get protocol() {
    WebSocket.#check(this);
    return this.#protocol;
  }

  get binaryType() {
    WebSocket.#check(this);
    return this.#binaryType;
  }

  set binaryType(type) {
    WebSocket.#check(this);
    this.#binaryType = type === 'blob' || type === 'arraybuffer' ? type : 'blob';
  }
}

const handlers = ['open', 'error', 'close', 'message'];
for (let i = 0; i < handlers.length; i++)
  defineEventHandler(WebSocket.prototype, handlers[i]);
finishInterface(WebSocket, 'WebSocket');
const constants = { __proto__: null, CONNECTING, OPEN, CLOSING, CLOSED };
const names = ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'];
for (let i = 0; i < names.length; i++) {
  const descriptor = { __proto__: null, enumerable: true, value: constants[names[i]] };
  ObjectDefineProperty(WebSocket, names[i], descriptor);
  ObjectDefineProperty(WebSocket.prototype, names[i], descriptor);
}

module.exports = { WebSocket };
