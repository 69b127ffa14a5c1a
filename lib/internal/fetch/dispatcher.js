'use strict';
// Requests of fetch() through a dispatcher of the npm package undici: the one passed to the call,
// or the one that setGlobalDispatcher() has set.
//
// (1) The handler has the methods of both interfaces: undici 7 calls onRequestStart() and so on,
//     older versions onConnect() and so on.

const { ArrayIsArray, ObjectKeys, SymbolFor } = primordials;
const { bufferFrom } = require('internal/buffer');
const { append } = require('internal/util');

const kNewer = SymbolFor('undici.globalDispatcher.2'); // of undici 8
const kOlder = SymbolFor('undici.globalDispatcher.1');

function findDispatcher(given) {
  const dispatcher = given ?? globalThis[kNewer] ?? globalThis[kOlder];
  return typeof dispatcher?.dispatch === 'function' ? dispatcher : null;
}

const text = (value) => (typeof value === 'string' ? value : bufferFrom(value).toString('latin1'));

function flatten(headers) {
  const list = [];
  if (ArrayIsArray(headers)) {
    for (let i = 0; i < headers.length; i++)
      list[i] = text(headers[i]);
    return list;
  }
  const names = headers === null || headers === undefined ? [] : ObjectKeys(headers);
  for (let i = 0; i < names.length; i++) {
    const value = headers[names[i]];
    const values = ArrayIsArray(value) ? value : [value];
    for (let j = 0; j < values.length; j++) {
      list[list.length] = names[i];
      list[list.length] = text(values[j]);
    }
  }
  return list;
}

// What arrives, as a stream of Node's.
function makeReadable(resume) {
  const { Readable } = require('stream');
  return new Readable({ __proto__: null, read() { resume(); } });
}

class Handler {
  constructor(on) {
    this.on = on;
    this.abort = null;
    this.stream = null;
    this.isEnded = false;
    this.reason = undefined;
  }

  end(reason) {
    this.isEnded = true;
    this.reason = reason;
    this.abort?.(reason);
    this.stream?.destroy();
  }

  start(abort) {
    this.abort = abort;
    if (this.isEnded)
      abort(this.reason);
  }

  respond(status, headers, resume, statusText) {
    if (status < 200)
      return;
    this.stream = makeReadable(resume);
    this.on.response(status, statusText ?? '', flatten(headers), this.stream);
  }

  fail(error) {
    if (this.stream !== null)
      this.stream.destroy(error);
    else if (!this.isEnded)
      this.on.error(error);
  }

  onConnect(abort) { this.start(abort); }
  onResponseStarted() {}
  onBodySent() {}
  onRequestSent() {}
  onUpgrade(status, headers, socket) { socket.destroy(); }

  onHeaders(status, headers, resume, statusText) {
    this.respond(status, headers, resume, statusText);
    return true;
  }

  onData(chunk) { return this.stream.push(bufferFrom(chunk)); }
  onComplete() { this.stream.push(null); }
  onError(error) { this.fail(error); }

  onRequestStart(controller) { this.start((reason) => controller.abort(reason)); }
  onRequestUpgrade(controller, status, headers, socket) { socket.destroy(); }

  onResponseStart(controller, status, headers, statusText) {
    this.respond(status, controller.rawHeaders ?? headers, () => controller.resume(), statusText);
  }

  onResponseData(controller, chunk) {
    if (!this.stream.push(bufferFrom(chunk)))
      controller.pause();
  }

  onResponseEnd() { this.stream.push(null); }
  onResponseError(controller, error) { this.fail(error); }
}

async function *chunksOf(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done)
      return;
    yield value;
  }
}

// An Array of the program's, which gets to see it.
function arrayOf(list) {
  const array = [];
  for (let i = 0; i < list.length; i++)
    append(array, list[i]);
  return array;
}

// As send() of internal/fetch/transport.
function dispatch(dispatcher, url, method, headers, body, on) {
  const handler = new Handler(on);
  try {
    dispatcher.dispatch({
      path: `${url.pathname}${url.search}`, origin: url.origin, method,
      headers: arrayOf(headers.flat()),
      body: body.isStream ? chunksOf(body.stream) : body.bytes, maxRedirections: 0,
      upgrade: undefined,
    }, handler);
  } catch (error) {
    process.nextTick(() => handler.fail(error));
  }
  return (reason) => handler.end(reason);
}

module.exports = { dispatch, findDispatcher };
