'use strict';
// Request.

const { SafeSet, StringPrototypeToUpperCase, SymbolFor } = primordials;
const { addReaders, extract } = require('internal/fetch/body');
const { HeadersList, fill, makeHeaders } = require('internal/fetch/headers');
const { byteString, describe, dictionary, finishInterface, illegalInvocation, isObject, oneOf,
        requireArguments, typeError, usvString } = require('internal/fetch/webidl');
const { isToken } = require('internal/http/headers');

const customInspect = SymbolFor('nodejs.util.inspect.custom');
const NORMALIZED = setOf('DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT');
const FORBIDDEN = setOf('CONNECT', 'TRACE', 'TRACK');
const POLICIES = [
  '', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin',
  'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url',
];
const ENUMS = {
  __proto__: null,
  referrerPolicy: POLICIES,
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
};
const ENUM_NAMES = ['referrerPolicy', 'mode', 'credentials', 'cache', 'redirect'];

function setOf() {
  const set = new SafeSet();
  for (let i = 0; i < arguments.length; i++)
    set.add(arguments[i]);
  return set;
}

function readUrl(text) {
  const { requireURL } = require('internal/url');
  let url;
  try {
    url = requireURL(text);
  } catch (cause) {
    throw new primordials.TypeError(`Failed to parse URL from ${text}`, { __proto__: null, cause });
  }
  if (url.username !== '' || url.password !== '') {
    throw typeError('Request cannot be constructed from a URL that includes credentials: ' +
      text);
  }
  return url;
}

function readMethod(method) {
  if (typeof method !== 'string')
    method = byteString(method, 'RequestInit', 'method');
  const upper = StringPrototypeToUpperCase.call(method);
  if (!isToken(method))
    throw typeError(`'${method}' is not a valid HTTP method.`);
  if (FORBIDDEN.has(upper))
    throw typeError(`'${method}' HTTP method is unsupported.`);
  if (NORMALIZED.has(upper))
    return upper;
  if (method === 'patch') {
    process.emitWarning('Using `patch` is highly likely to result in a `405 Method Not Allowed`. ' +
      '`PATCH` is much more likely to succeed.', { __proto__: null, code: 'UNDICI-FETCH-patch' });
  }
  return method;
}

function readReferrer(referrer) {
  if (referrer === '')
    return 'no-referrer';
  const { requireURL } = require('internal/url');
  try {
    const url = requireURL(referrer);
    return url.protocol === 'about:' && url.pathname === 'client' ? 'client' : url.href;
  } catch (cause) {
    throw new primordials.TypeError(`Referrer "${referrer}" is not a valid URL.`,
                                    { __proto__: null, cause });
  }
}

const newState = (url) => ({
  __proto__: null, method: 'GET', url, headers: new HeadersList(), body: null, mode: 'cors',
  credentials: 'same-origin', cache: 'default', redirect: 'follow', integrity: '',
  keepalive: false, referrer: 'client', referrerPolicy: '', signal: null, dispatcher: undefined,
});

function copyState(state) {
  const copy = { __proto__: null, ...state };
  copy.headers = state.headers.copy();
  return copy;
}

function applyInit(state, init) {
  if (init.window !== undefined && init.window !== null)
    throw typeError("'window' option 'client' must be null");
  if (init.referrer !== undefined)
    state.referrer = readReferrer(usvString(init.referrer));
  for (let i = 0; i < ENUM_NAMES.length; i++) {
    const name = ENUM_NAMES[i];
    if (init[name] !== undefined)
      state[name] = oneOf(init[name], ENUMS[name]);
  }
  if (state.mode === 'navigate')
    throw typeError('Request constructor: invalid request mode navigate.');
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin')
    throw typeError("'only-if-cached' can be set only with 'same-origin' mode");
  if (init.integrity !== undefined)
    state.integrity = `${init.integrity}`;
  if (init.keepalive !== undefined)
    state.keepalive = !!init.keepalive;
  if (init.method !== undefined)
    state.method = readMethod(init.method);
  if (init.dispatcher !== undefined)
    state.dispatcher = init.dispatcher;
  if (init.duplex !== undefined && `${init.duplex}` !== 'half')
    oneOf(init.duplex, ['half']);
  if (init.priority !== undefined)
    oneOf(init.priority, ['high', 'low', 'auto']);
  if (init.signal !== undefined)
    state.signal = readSignal(init.signal);
}

function readSignal(signal) {
  if (signal === null)
    return null;
  const { isAbortSignal } = require('internal/abort_controller');
  if (!isAbortSignal(signal) && (!isObject(signal) || typeof signal.aborted !== 'boolean' ||
      typeof signal.addEventListener !== 'function')) {
    throw typeError(`RequestInit: Expected signal ("${describe(signal)}") to be an instance ` +
      'of AbortSignal.');
  }
  return signal;
}

function applyBody(state, init, inputBody) {
  const given = init.body !== undefined && init.body !== null;
  if ((given || inputBody !== null) && (state.method === 'GET' || state.method === 'HEAD'))
    throw typeError('Request with GET/HEAD method cannot have body.');
  if (given) {
    state.body = extract(init.body);
    if (state.body.length === null && init.duplex === undefined)
      throw typeError('RequestInit: duplex option is required when sending a body.');
    if (state.body.type !== null && !state.headers.has('content-type'))
      state.headers.append('content-type', state.body.type);
    return;
  }
  if (inputBody === null || init.body === null) {
    state.body = init.body === null ? null : inputBody;
    return;
  }
  if (inputBody.isUnusable())
    throw typeError('Cannot construct a Request with a Request object that has already been used.');
  state.body = takeBody(inputBody);
}

// The body for a request that is made from another one. It uses up the body of that one.
function takeBody(body) {
  const taken = new body.constructor(body.source, body.length, body.type);
  if (body.stream !== null)
    taken.stream = body.stream.pipeThrough(new (require('stream/web').TransformStream)());
  body.isUsed = true;
  return taken;
}

let isRequest;
let stateOf;

class Request {
  #state;
  #headers = null;
  #signal = null;

  static {
    isRequest = (value) => isObject(value) && #state in value;
    stateOf = (request) => {
      if (!isRequest(request))
        throw illegalInvocation();
      return request.#state;
    };
  }

  constructor(input, init = undefined) {
    requireArguments(1, arguments.length, 'Request constructor');
    this.#state = makeState(input, init);
  }

  get method() { return stateOf(this).method; }
  get url() { return stateOf(this).url.href; }

  get headers() {
    const state = stateOf(this);
    this.#headers ??= makeHeaders(state.headers, 'request');
    return this.#headers;
  }

  get destination() { return stateOf(this) && ''; }

  get referrer() {
    const { referrer } = stateOf(this);
    return referrer === 'no-referrer' ? '' : referrer === 'client' ? 'about:client' : referrer;
  }

  get referrerPolicy() { return stateOf(this).referrerPolicy; }
  get mode() { return stateOf(this).mode; }
  get credentials() { return stateOf(this).credentials; }
  get cache() { return stateOf(this).cache; }
  get redirect() { return stateOf(this).redirect; }
  get integrity() { return stateOf(this).integrity; }
  get keepalive() { return stateOf(this).keepalive; }
  get isReloadNavigation() { return stateOf(this) === null; }
  get isHistoryNavigation() { return stateOf(this) === null; }

  get signal() {
    const { signal } = stateOf(this);
    const { AbortController, AbortSignal } = require('internal/abort_controller');
    this.#signal ??= signal === null ? new AbortController().signal : AbortSignal.any([signal]);
    return this.#signal;
  }

  get body() { return stateOf(this).body?.getStream() ?? null; }
  get bodyUsed() { return stateOf(this).body?.isDisturbed() ?? false; }
  get duplex() { return stateOf(this) && 'half'; }

  clone() {
    const state = stateOf(this);
    if (state.body?.isUnusable())
      throw typeError('unusable');
    const copy = copyState(state);
    copy.body = state.body?.clone() ?? null;
    const request = new Request(state.url.href);
    request.#state = copy;
    return request;
  }

  [customInspect](depth, options) {
    if (!isRequest(this))
      return this;
    const {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache,
      redirect, integrity, keepalive, isReloadNavigation, isHistoryNavigation, signal,
    } = this;
    const shown = {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache,
      redirect, integrity, keepalive, isReloadNavigation, isHistoryNavigation, signal,
    };
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options };
    inner.depth ??= 2;
    return `Request ${inspect(shown, inner)}`;
  }
}

// What a Request, or a call of fetch(), is made of.
function makeState(input, init) {
  const options = dictionary(init, 'Request constructor');
  const from = isRequest(input) ? stateOf(input) : null;
  const state = from === null ? newState(readUrl(usvString(input))) : copyState(from);
  state.body = null;
  if (init !== undefined && init !== null)
    applyInit(state, options);
  if (options.headers !== undefined) {
    state.headers = new HeadersList();
    fill(makeHeaders(state.headers, 'request'), options.headers, 'Headers constructor');
  }
  applyBody(state, options, from?.body ?? null);
  return state;
}

finishInterface(Request, 'Request');
addReaders(Request, (request) => stateOf(request).body,
           (request) => stateOf(request).headers.get('content-type'));

module.exports = { Request, isRequest, makeState };
