'use strict';
// fetch(): one call, from the request to the response, with its redirects.
//
// (1) The promise settles once: with a response, with the reason of an abort, or with the TypeError
//     "fetch failed", whose `cause` is the reason.
// (2) A redirect to another origin drops the credentials of the request.
// (3) An abort ends the request, and also a body that is still being read.

const {
  Promise, PromisePrototypeThen, PromiseWithResolvers, StringPrototypeToLowerCase,
  TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const { shield } = require('internal/prototypes');
const { Body, bytesBody, readAll } = require('internal/fetch/body');
const { Incoming } = require('internal/fetch/incoming');
const { makeState } = require('internal/fetch/request');
const { NULL_STATUS, REDIRECT_STATUS, makeResponse, newState } =
  require('internal/fetch/response');
const { isBlob } = require('internal/blob');
const { listen, unlisten } = require('internal/event_target');
const { isUint8Array } = require('internal/util/types');
const { now, reportResource } = require('internal/perf/observed');

const MAX_REDIRECTS = 20;
const MAX_DROPPED = 128 * 1024;
const OF_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type',
                 'content-length'];
const OF_ORIGIN = ['authorization', 'proxy-authorization', 'cookie', 'host'];
const NO_BODY = { __proto__: null, length: null, isStream: false, bytes: null };
const EMPTY_BODY = { __proto__: null, length: 0, isStream: false, bytes: null };
const HAS_LENGTH = { __proto__: null, POST: true, PUT: true };

const isHttp = (url) => url.protocol === 'http:' || url.protocol === 'https:';

function setDefaults(headers) {
  const set = (name, value) => {
    if (!headers.has(name))
      headers.append(name, value);
  };
  set('accept', '*/*');
  set('accept-language', '*');
}

// `resolve` gets the state of a response.
class Fetching {
  constructor(request, resolve, reject) {
    this.request = request;
    this.resolve = resolve;
    this.reject = reject;
    this.url = request.url;
    this.redirects = 0;
    this.isSettled = false;
    this.stop = null;       // ends the request that is under way
    this.incoming = null;   // the body of the response
    this.response = null;   // its state
    this.onAbort = null;
    this.times = { __proto__: null, start: now(), redirect: 0, hop: 0, sent: 0, answered: 0 };
  }

  start() {
    const { signal, headers } = this.request;
    if (signal !== null) {
      if (require('internal/abort_controller').isAborted(signal))
        return this.abort();
      this.onAbort = () => this.abort();
      listen(signal, 'abort', this.onAbort, { __proto__: null, once: true });
    }
    setDefaults(headers);
    this.times.hop = this.times.start;
    this.go();
  }

  // One request of the chain.
  go() {
    const { request, url } = this;
    if (!isHttp(url)) {
      const found = require('internal/fetch/schemes').fetchLocal(url, request);
      if (typeof found === 'string')
        this.fail(new primordials.Error(found));
      else
        this.deliver(found);
      return;
    }
    if (require('internal/fetch/schemes').isBadPort(url)) {
      this.fail(new primordials.Error('bad port'));
      return;
    }
    const { body } = request;
    if (body !== null && body.stream === null && isBlob(body.source)) {
      PromisePrototypeThen.call(body.source.bytes(), (bytes) => {
        if (!this.isSettled)
          this.send({ __proto__: null, length: TypedArrayPrototypeGetLength.call(bytes),
                      isStream: false, bytes });
      }, (error) => this.fail(error));
      return;
    }
    this.send(this.outgoing());
  }

  outgoing() {
    const { body, method } = this.request;
    if (body === null)
      return HAS_LENGTH[method] === true ? EMPTY_BODY : NO_BODY;
    if (body.isUnusable() && body.stream !== null)
      return NO_BODY;
    body.isUsed = true;
    if (body.stream === null && isUint8Array(body.source)) {
      return { __proto__: null, length: body.length, isStream: false,
               bytes: body.length === 0 ? null : body.source };
    }
    return { __proto__: null, length: null, isStream: true, stream: body.getStream() };
  }

  send(body) {
    const { request, url } = this;
    const { complete, dropConnectionFields } = require('internal/fetch/outgoing');
    const fields = complete(request, url);
    this.times.sent = now();
    const { dispatch, findDispatcher } = require('internal/fetch/dispatcher');
    const dispatcher = findDispatcher(request.dispatcher);
    try {
      if (dispatcher !== null) {
        dropConnectionFields(fields);
        this.stop = dispatch(dispatcher, url, request.method, fields, body, this.handlers());
        return;
      }
      this.stop = require('internal/fetch/transport').send(url, request.method, fields, body,
                                                           this.handlers());
    } catch (error) {
      this.fail(error);
    }
  }

  handlers() {
    return {
      __proto__: null,
      response: (status, statusText, raw, stream) =>
        this.receive(status, statusText, raw, stream),
      error: (error) => this.fail(error),
    };
  }

  receive(status, statusText, raw, stream) {
    const state = newState();
    state.status = status;
    state.statusText = statusText ?? '';
    for (let i = 0; i + 1 < raw.length; i += 2)
      state.headers.append(StringPrototypeToLowerCase.call(raw[i]), raw[i + 1]);
    if (this.isSettled) {
      stream.destroy();
      return;
    }
    this.times.answered = now();
    if (REDIRECT_STATUS[status] === true && state.headers.has('location') &&
        this.request.redirect !== 'manual') {
      this.redirect(state, stream);
      return;
    }
    try {
      this.attachBody(state, stream);
    } catch (error) {
      stream.on('error', () => {});
      stream.destroy();
      this.fail(error);
      return;
    }
    this.deliver(state);
  }

  attachBody(state, stream) {
    const hasBody = this.request.method !== 'HEAD' && NULL_STATUS[state.status] !== true;
    const coding = state.headers.get('content-encoding');
    if (!hasBody) {
      drop(stream);
      this.reportTiming(state.status, 0, 0);
      return;
    }
    let encoded = -1;
    const message = stream;
    if (coding !== null && coding !== '')
      stream = require('internal/fetch/decode').decodeStream(stream, coding);
    if (stream !== message) {
      encoded = 0;
      message.on('data', (chunk) => { encoded += TypedArrayPrototypeGetLength.call(chunk); });
    }
    this.incoming = new Incoming(stream, (size) => {
      this.removeListener();
      this.reportTiming(state.status, encoded === -1 ? size : encoded, size);
    });
    state.body = new Body(this.incoming, null, null);
  }

  deliver(state) {
    const { integrity } = this.request;
    state.type = 'basic';
    state.url = this.hrefOf(this.url);
    state.redirected = this.redirects > 0;
    if (integrity !== '' && state.body !== null) {
      this.checkIntegrity(state, integrity);
      return;
    }
    this.settle(state);
  }

  hrefOf(url) {
    const { hash, href } = url;
    return hash === '' ? href :
      primordials.StringPrototypeSlice.call(href, 0, href.length - hash.length);
  }

  async checkIntegrity(state, integrity) {
    try {
      const bytes = await readAll(state.body);
      if (!require('internal/fetch/integrity').matches(bytes, integrity))
        throw new primordials.Error('integrity mismatch');
      state.body = bytesBody(new Uint8Array(bytes));
    } catch (error) {
      this.fail(error);
      return;
    }
    this.settle(state);
  }

  settle(state) {
    if (this.isSettled)
      return;
    this.isSettled = true;
    this.response = state;
    if (this.incoming === null || this.incoming.isDone)
      this.removeListener();
    this.resolve(state);
  }

  // Resource Timing: the times of the connection are not known.
  reportTiming(status, encodedBodySize, decodedBodySize) {
    const { start, redirect, hop, sent, answered } = this.times;
    reportResource(this.request.url.href, {
      __proto__: null, initiatorType: 'fetch', cacheMode: '', responseStatus: status,
      deliveryType: '', bodyInfo: undefined,
      info: {
        __proto__: null, startTime: start, endTime: now(), finalServiceWorkerStartTime: 0,
        redirectStartTime: redirect, redirectEndTime: redirect === 0 ? 0 : hop,
        postRedirectStartTime: hop, finalNetworkRequestStartTime: sent,
        finalNetworkResponseStartTime: answered, encodedBodySize, decodedBodySize,
        finalConnectionTimingInfo: {
          __proto__: null, domainLookupStartTime: hop, domainLookupEndTime: hop,
          connectionStartTime: hop, connectionEndTime: hop, secureConnectionStartTime: hop,
          ALPNNegotiatedProtocol: undefined,
        },
      },
    });
  }

  // ---- Redirects ----

  redirect(state, stream) {
    drop(stream);
    let problem;
    try {
      problem = this.follow(state);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (problem !== null)
      this.fail(new primordials.Error(problem));
    else
      this.go();
  }

  // Changes the request to follow a redirect. Returns the text of an error, or null. Throws if the
  // location is no URL.
  follow({ status, headers }) {
    const { request } = this;
    if (request.redirect === 'error')
      return 'unexpected redirect';
    const from = this.url;
    const to = require('internal/url').requireURL(locationOf(headers), from.href);
    if (!isHttp(to))
      return 'URL scheme must be a HTTP(S) scheme';
    if (this.redirects === MAX_REDIRECTS)
      return 'redirect count exceeded';
    this.redirects++;
    if (this.times.redirect === 0)
      this.times.redirect = this.times.start;
    this.times.hop = now();
    if (to.hash === '')
      to.hash = from.hash;
    const isForeign = to.origin !== from.origin;
    if (request.mode === 'cors' && (to.username !== '' || to.password !== '') && isForeign)
      return 'cross origin not allowed for request mode "cors"';
    const { body, method } = request;
    if (status !== 303 && body !== null && body.length === null)
      return 'Request body is a stream: it cannot be sent again';
    if (((status === 301 || status === 302) && method === 'POST') ||
        (status === 303 && method !== 'GET' && method !== 'HEAD')) {
      request.method = 'GET';
      request.body = null;
      remove(request.headers, OF_BODY);
    }
    if (isForeign)
      remove(request.headers, OF_ORIGIN);
    this.url = to;
    return null;
  }

  // ---- Ends ----

  removeListener() {
    if (this.onAbort !== null)
      unlisten(this.request.signal, 'abort', this.onAbort);
    this.onAbort = null;
  }

  fail(cause) {
    if (this.isSettled)
      return;
    this.isSettled = true;
    this.removeListener();
    this.reject(new primordials.TypeError('fetch failed', { __proto__: null, cause }));
  }

  // (3)
  abort() {
    const reason = require('internal/abort_controller').reasonOf(this.request.signal);
    const { body } = this.request;
    this.onAbort = null;
    if (body !== null && body.stream !== null && !body.stream.locked)
      PromisePrototypeThen.call(body.stream.cancel(reason), undefined, () => {});
    if (!this.isSettled) {
      this.isSettled = true;
      this.reject(reason);
    }
    if (this.response?.body)
      this.response.body.error = reason;
    this.incoming?.fail(reason);
    this.stop?.(reason);
  }
}
shield(Fetching.prototype, ['request', 'resolve', 'reject', 'url', 'redirects', 'isSettled',
  'stop', 'incoming', 'response', 'onAbort', 'times']);

// Servers send locations in UTF-8; fields have a character per byte.
function locationOf(headers) {
  const text = headers.get('location');
  const { utf8 } = require('internal/buffer/codec');
  const bytes = require('internal/buffer').bufferFrom(text, 'latin1');
  return utf8.slice(bytes, 0, TypedArrayPrototypeGetLength.call(bytes));
}

// Reads a body that nobody wants, so that the connection can be used again; not a long one.
function drop(stream) {
  let size = 0;
  stream.on('error', () => {});
  stream.on('data', (chunk) => {
    size += TypedArrayPrototypeGetLength.call(chunk);
    if (size > MAX_DROPPED)
      stream.destroy();
  });
}

function remove(headers, names) {
  for (let i = 0; i < names.length; i++)
    headers.delete(names[i]);
}

// Calls back instead of returning a promise, whose then() of Object.prototype could be reached with
// a response. What is wrong with the arguments is thrown.
function startFetch(input, init, resolve, reject) {
  const request = makeState(input, init);
  request.headers = request.headers.copy();
  try {
    new Fetching(request, resolve, reject).start();
  } catch (error) {
    reject(error);
  }
}

function fetch(input, init = undefined) {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  try {
    startFetch(input, init, (state) => resolve(makeResponse(state, 'immutable')), reject);
  } catch (error) {
    reject(error);
  }
  return promise;
}

module.exports = { fetch, startFetch };
