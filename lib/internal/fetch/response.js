'use strict';
// Response.

const { JSONStringify, ObjectDefineProperty, StringPrototypeCharCodeAt, SymbolFor } = primordials;
const { addReaders, extract } = require('internal/fetch/body');
const { HeadersList, fill, listOf, makeHeaders } = require('internal/fetch/headers');
const { byteString, dictionary, finishInterface, illegalInvocation, isObject, requireArguments,
        typeError, usvString } = require('internal/fetch/webidl');

const customInspect = SymbolFor('nodejs.util.inspect.custom');
const NULL_STATUS = { __proto__: null, 101: true, 103: true, 204: true, 205: true, 304: true };
const REDIRECT_STATUS = { __proto__: null, 301: true, 302: true, 303: true, 307: true, 308: true };

const newState = () => ({
  __proto__: null, type: 'default', status: 200, statusText: '', url: '', redirected: false,
  headers: new HeadersList(), body: null,
});

let isResponse;
let makeResponse;
let stateOf;

class Response {
  #state;
  #headers;

  static {
    isResponse = (value) => isObject(value) && #state in value;
    stateOf = (response) => {
      if (!isResponse(response))
        throw illegalInvocation();
      return response.#state;
    };
    // A response with this state; `guard` is of its headers.
    makeResponse = (state, guard) => {
      const response = new Response();
      response.#state = state;
      response.#headers = makeHeaders(state.headers, guard);
      return response;
    };
  }

  constructor(body = null, init = undefined) {
    this.#state = newState();
    this.#headers = makeHeaders(this.#state.headers, 'response');
    if (body === null && init === undefined)
      return;
    setUp(this.#state, this.#headers, dictionary(init, 'Response constructor'),
          body === null || body === undefined ? null : extract(body));
  }

  static error() {
    const state = newState();
    state.type = 'error';
    state.status = 0;
    return makeResponse(state, 'immutable');
  }

  static json(data, init = undefined) {
    requireArguments(1, arguments.length, 'Response.json');
    const text = JSONStringify(data);
    if (text === undefined)
      throw typeError('Value is not JSON serializable');
    const state = newState();
    const body = extract(text);
    body.type = 'application/json';
    const headers = makeHeaders(state.headers, 'response');
    setUp(state, headers, dictionary(init, 'Response.json'), body);
    return makeResponse(state, 'response');
  }

  static redirect(url, status = 302) {
    requireArguments(1, arguments.length, 'Response.redirect');
    url = usvString(url);
    status = +status & 0xffff;
    const { requireURL } = require('internal/url');
    let parsed;
    try {
      parsed = requireURL(url);
    } catch (cause) {
      throw new primordials.TypeError(`Failed to parse URL from ${url}`,
                                      { __proto__: null, cause });
    }
    if (REDIRECT_STATUS[status] !== true)
      throw new primordials.RangeError(`Invalid status code ${status}`);
    const state = newState();
    state.status = status;
    state.headers.append('location', parsed.href);
    return makeResponse(state, 'immutable');
  }

  get type() { return stateOf(this).type; }
  get url() { return stateOf(this).url; }
  get redirected() { return stateOf(this).redirected; }
  get status() { return stateOf(this).status; }
  get ok() { return stateOf(this).status >= 200 && this.#state.status <= 299; }
  get statusText() { return stateOf(this).statusText; }

  get headers() {
    stateOf(this);
    return this.#headers;
  }

  get body() { return stateOf(this).body?.getStream() ?? null; }
  get bodyUsed() { return stateOf(this).body?.isDisturbed() ?? false; }

  clone() {
    const state = stateOf(this);
    if (state.body?.isUnusable())
      throw typeError('Response.clone: Body has already been consumed.');
    const copy = { __proto__: null, ...state };
    copy.headers = state.headers.copy();
    copy.body = state.body?.clone() ?? null;
    return makeResponse(copy, 'response');
  }

  [customInspect](depth, options) {
    if (!isResponse(this))
      return this;
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    const shown = { status, statusText, headers, body, bodyUsed, ok, redirected, type, url };
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options };
    inner.depth ??= 2;
    return `Response ${inspect(shown, inner)}`;
  }
}

function isReason(text) {
  for (let i = 0; i < text.length; i++) {
    const unit = StringPrototypeCharCodeAt.call(text, i);
    if ((unit < 32 && unit !== 9) || unit === 127)
      return false;
  }
  return true;
}

function setUp(state, headers, init, body) {
  if (init.status !== undefined) {
    const status = +init.status & 0xffff;
    if (status < 200 || status > 599) {
      throw new primordials.RangeError(
        'init["status"] must be in the range of 200 to 599, inclusive.');
    }
    state.status = status;
  }
  if (init.statusText !== undefined) {
    const text = byteString(init.statusText, 'ResponseInit', 'statusText');
    if (!isReason(text))
      throw typeError('Invalid statusText');
    state.statusText = text;
  }
  if (init.headers !== undefined)
    fill(headers, init.headers, 'Headers constructor');
  if (body === null)
    return;
  if (NULL_STATUS[state.status] === true)
    throw typeError(`Response constructor: Invalid response status code ${state.status}`);
  state.body = body;
  if (body.type !== null && !listOf(headers).has('content-type'))
    listOf(headers).append('content-type', body.type);
}

finishInterface(Response, 'Response');
addReaders(Response, (response) => stateOf(response).body,
           (response) => stateOf(response).headers.get('content-type'));
const statics = ['error', 'json', 'redirect'];
for (let i = 0; i < statics.length; i++)
  ObjectDefineProperty(Response, statics[i], { __proto__: null, enumerable: true });

// What built-ins read of a response; undefined for anything else.
const responseState = (value) => (isResponse(value) ? stateOf(value) : undefined);

module.exports = {
  NULL_STATUS, REDIRECT_STATUS, Response, isResponse, makeResponse, newState, responseState,
};
