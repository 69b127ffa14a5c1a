'use strict';
// The header fields of a request that fetch() sends: those that it adds to the program's, and those
// that a program must not set.

const { Number, NumberIsInteger, StringPrototypeToLowerCase, TypedArrayPrototypeGetLength } =
  primordials;
const { setOwnProperty } = require('internal/util');

const MAX_REFERRER = 4096;
// accept, accept-language, sec-fetch-mode, user-agent; accept-encoding is the last one. A request
// without others has none that are looked for here.
const OWN_FIELDS = 4;

const CONDITIONS = ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match',
                    'if-range'];
const REFUSED = ['transfer-encoding', 'keep-alive', 'upgrade'];
const OF_CONNECTION = ['content-length', 'host', 'connection', 'transfer-encoding'];

function named(name, code, message) {
  const error = new primordials.Error(message);
  setOwnProperty(error, 'name', name);
  if (code !== undefined)
    setOwnProperty(error, 'code', code);
  return error;
}

const lengthError = () =>
  named('RequestContentLengthMismatchError', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
        'Request body length does not match content-length header');
const invalid = (name) =>
  named('InvalidArgumentError', 'UND_ERR_INVALID_ARG', `invalid ${name} header`);

// What the request says about its referrer: a URL, or null (Referrer Policy).
function referrerOf({ referrer, referrerPolicy, url }) {
  if (referrer === 'client' || referrer === 'no-referrer' || referrerPolicy === 'no-referrer')
    return null;
  const from = require('internal/url').parseURL(referrer);
  if (from === null || (from.protocol !== 'http:' && from.protocol !== 'https:'))
    return null;
  const origin = `${from.origin}/`;
  const isSame = from.origin === url.origin;
  const isDowngrade = from.protocol === 'https:' && url.protocol !== 'https:' && !isLocal(url);
  from.hash = from.username = from.password = '';
  const whole = from.href.length > MAX_REFERRER ? origin : from.href;
  switch (referrerPolicy) {
    case 'unsafe-url':
      return whole;
    case 'origin':
      return origin;
    case 'same-origin':
      return isSame ? whole : null;
    case 'origin-when-cross-origin':
      return isSame ? whole : origin;
    case 'strict-origin':
      return isDowngrade ? null : origin;
    case 'no-referrer-when-downgrade':
      return isDowngrade ? null : whole;
    default:
      if (isDowngrade)
        return null;
      return isSame ? whole : origin;
  }
}

const LOCAL = { '__proto__': null, 'localhost': true, '127.0.0.1': true, '[::1]': true };
const isLocal = (url) => LOCAL[url.hostname] === true;

function isConditional(fields) {
  for (let i = 0; i < CONDITIONS.length; i++) {
    if (fields.has(CONDITIONS[i]))
      return true;
  }
  return false;
}

function addCacheFields(cache, fields, add) {
  if (cache === 'default' && fields.fields.size > OWN_FIELDS && isConditional(fields))
    cache = 'no-store';
  if (cache === 'no-cache')
    add('cache-control', 'max-age=0');
  if (cache === 'no-store' || cache === 'reload') {
    add('pragma', 'no-cache');
    add('cache-control', 'no-cache');
  }
}

// The fields of `request` and, behind them, those that are missing.
function complete(request, url) {
  const fields = request.headers.copy();
  const add = (name, value) => {
    if (!fields.has(name))
      fields.append(name, value);
  };
  const referrer = request.referrer === 'client' ? null :
    referrerOf({ __proto__: null, referrer: request.referrer,
                 referrerPolicy: request.referrerPolicy, url });
  if (referrer !== null)
    fields.append('referer', referrer);
  add('sec-fetch-mode', request.mode);
  add('user-agent', 'node');
  addCacheFields(request.cache, fields, add);
  if (fields.fields.size > OWN_FIELDS && fields.has('range'))
    add('accept-encoding', 'identity');
  add('accept-encoding', url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate');
  return fields;
}

// Takes out of `fields` what concerns the connection, and checks it. Returns what it says:
// { isLast, length }, where `length` is what the program has set for a body of unknown length.
function takeConnectionFields(fields, body) {
  if (fields.fields.size === OWN_FIELDS + 1)
    return { __proto__: null, isLast: false, length: body.length };
  for (let i = 0; i < REFUSED.length; i++) {
    if (fields.has(REFUSED[i]))
      throw invalid(REFUSED[i]);
  }
  if (fields.has('expect'))
    throw named('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'expect header not supported');
  const connection = fields.get('connection');
  const length = readLength(fields.get('content-length'), body);
  dropConnectionFields(fields);
  const isLast = connection !== null &&
    StringPrototypeToLowerCase.call(connection) === 'close';
  return { __proto__: null, isLast, length };
}

function readLength(text, body) {
  if (text === null)
    return body.length;
  const length = Number(text);
  if (!NumberIsInteger(length) || length < 0)
    throw invalid('content-length');
  if (body.isStream)
    return length;
  const size = body.bytes === null ? 0 : TypedArrayPrototypeGetLength.call(body.bytes);
  if (body.bytes !== null && size !== length)
    throw lengthError();
  return body.length;
}

function dropConnectionFields(fields) {
  for (let i = 0; i < OF_CONNECTION.length; i++)
    fields.delete(OF_CONNECTION[i]);
}

module.exports = { complete, dropConnectionFields, lengthError, named, takeConnectionFields };
