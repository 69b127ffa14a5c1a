'use strict';
// createSecureContext(): checks options and sets them on an SSL_CTX.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSort,
  Error, JSONStringify, ObjectDefineProperty, ObjectHasOwn, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, TypeError,
} = primordials;
const tls = internalBinding('tls');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { validateBuffer, validateInt32, validateInteger, validateObject, validateString,
        validateBoolean } = require('internal/validators');
const { byteView } = require('internal/util/bytes');
const { get: getOption } = internalBinding('options');
const { setMethod } = require('internal/prototypes');

const VERSIONS = { '__proto__': null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': 0x303,
                   'TLSv1.3': 0x304 };
const TLS1_2 = 0x303, TLS1_3 = 0x304;
const SSL_OP_CIPHER_SERVER_PREFERENCE = 1 << 22;

const CIPHERS = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
  'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:' +
  'ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:' +
  'DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:' +
  'ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:' +
  'HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA';

// What tls.DEFAULT_… are at first. The options of the command line come first.
function firstDefaults() {
  const has = (name) => getOption(name) === true;
  if (has('--tls-min-v1.3') && has('--tls-max-v1.2'))
    throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT('TLSv1.3', 'TLSv1.2');
  return {
    __proto__: null,
    ciphers: getOption('--tls-cipher-list') ?? CIPHERS,
    curve: 'auto',
    min: has('--tls-min-v1.0') ? 'TLSv1' : has('--tls-min-v1.1') ? 'TLSv1.1' :
      has('--tls-min-v1.2') ? 'TLSv1.2' : has('--tls-min-v1.3') ? 'TLSv1.3' : 'TLSv1.2',
    max: has('--tls-max-v1.3') ? 'TLSv1.3' : has('--tls-max-v1.2') ? 'TLSv1.2' : 'TLSv1.3',
  };
}

// The values that a program can set on the module.
const defaults = () => require('tls');

// ---- Protocol versions ----

function versionOf(name, which) {
  if (typeof name !== 'string' || VERSIONS[name] === undefined)
    throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(JSONStringify(name), which);
  return VERSIONS[name];
}

const METHODS = {
  __proto__: null, TLS: [0, TLS1_3], SSLv23: [null, TLS1_2], TLSv1: [0x301, 0x301],
  TLSv1_1: [0x302, 0x302], TLSv1_2: [0x303, 0x303], TLSv1_3: [TLS1_3, TLS1_3],
};

// The range of a name like TLSv1_2_server_method.
function rangeOfMethod(method) {
  const parts = StringPrototypeSplit.call(method, '_');
  if (parts[parts.length - 1] === 'method') {
    parts.length--;
    const last = parts[parts.length - 1];
    if (parts.length > 1 && (last === 'server' || last === 'client'))
      parts.length--;
    const name = ArrayPrototypeJoin.call(parts, '_');
    if (name === 'SSLv2' || name === 'SSLv3')
      throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(`${name} methods disabled`);
    if (METHODS[name] !== undefined)
      return METHODS[name];
  }
  throw new codes.ERR_TLS_INVALID_PROTOCOL_METHOD(`Unknown method: ${method}`);
}

const versionConflict = (version, method) =>
  new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(JSONStringify(version), JSONStringify(method));

function rangeOf({ maxVersion, minVersion, secureProtocol }) {
  if (typeof secureProtocol === 'string' && secureProtocol !== '') {
    if (minVersion != null)
      throw versionConflict(minVersion, secureProtocol);
    if (maxVersion != null)
      throw versionConflict(maxVersion, secureProtocol);
    const range = rangeOfMethod(secureProtocol);
    return { __proto__: null, max: range[1],
             min: range[0] ?? versionOf(defaults().DEFAULT_MIN_VERSION, 'minimum') };
  }
  return {
    __proto__: null,
    min: versionOf(minVersion ?? defaults().DEFAULT_MIN_VERSION, 'minimum'),
    max: versionOf(maxVersion ?? defaults().DEFAULT_MAX_VERSION, 'maximum'),
  };
}

// ---- Ciphers ----

// Those of TLS 1.3 are a list of their own.
function splitCiphers(ciphers, name) {
  validateString(ciphers, name);
  const all = StringPrototypeSplit.call(ciphers || '', ':');
  let list = '';
  let suites = '';
  for (let i = 0; i < all.length; i++) {
    const cipher = all[i];
    if (StringPrototypeStartsWith.call(cipher, 'TLS_'))
      suites += suites === '' ? cipher : `:${cipher}`;
    else if (cipher !== '' && !StringPrototypeStartsWith.call(cipher, '!TLS_'))
      list += list === '' ? cipher : `:${cipher}`;
  }
  if (list.length === 0 && suites.length === 0)
    throw new codes.ERR_INVALID_ARG_VALUE(name, ciphers);
  return { __proto__: null, list, suites };
}

function setCiphers(native, options, range) {
  const { ciphers } = options;
  if (ciphers != null)
    validateString(ciphers, 'options.ciphers');
  const { list, suites } = splitCiphers(ciphers || defaults().DEFAULT_CIPHERS, 'options.ciphers');
  if (suites !== '')
    tls.setCipherSuites(native, suites);
  tls.setCiphers(native, list);
  // A version without ciphers is not offered.
  if (list === '' && range.min < TLS1_3 && range.max > TLS1_2)
    range.min = TLS1_3;
  tls.setVersions(native, range.min, range.max);
}

// ---- Keys and certificates ----

function checkKey(value, name) {
  if (typeof value !== 'string' && !isArrayBufferView(value))
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'],
                                         value);
}

const dataOf = (value) => (typeof value === 'string' ? value : byteView(value));

// One value, or each of a list.
function forEach(value, callback) {
  if (ArrayIsArray(value))
    ArrayPrototypeForEach.call(value, (one) => callback(one));
  else if (value)
    callback(value);
}

function setKey(native, key, passphrase) {
  checkKey(key, 'options.key');
  if (passphrase !== undefined && passphrase !== null)
    validateString(passphrase, 'options.passphrase');
  tls.setKey(native, dataOf(key), passphrase ?? undefined);
}

function setKeys(native, { cert, key, passphrase }) {
  forEach(cert, (one) => {
    checkKey(one, 'options.cert');
    tls.setCert(native, dataOf(one));
  });
  forEach(key, (one) => {
    const isBag = ArrayIsArray(key) && one !== null && typeof one === 'object' &&
      one.pem !== undefined;
    setKey(native, isBag ? one.pem : one, (isBag ? one.passphrase : undefined) ?? passphrase);
  });
}

function setTrust(native, { allowPartialTrustChain, ca }) {
  if (ca) {
    forEach(ca, (one) => {
      checkKey(one, 'options.ca');
      tls.addCACert(native, dataOf(one));
    });
  } else {
    require('internal/tls/roots').prepare();
    tls.addRootCerts(native);
  }
  if (allowPartialTrustChain)
    tls.setPartialChain(native);
}

function setLists(native, crl) {
  forEach(crl, (one) => {
    checkKey(one, 'options.crl');
    if (!tls.addCRL(native, dataOf(one)))
      throw require('internal/errors').genericNodeError('Failed to parse CRL',
                                                        { code: 'ERR_CRYPTO_OPERATION_FAILED' });
  });
}

function loadPfx(native, data, phrase) {
  try {
    tls.loadPKCS12(native, data, phrase);
  } catch (err) {
    // Old files use a cipher that OpenSSL 3 has in its legacy provider only.
    if (err.code === 'ERR_OSSL_EVP_UNSUPPORTED')
      throw require('internal/errors').genericNodeError(
        'Unsupported PKCS12 PFX data', { code: 'ERR_CRYPTO_UNSUPPORTED_OPERATION' });
    if (err.reason !== undefined)
      throw new Error(err.reason); // without a code, as in Node
    throw err;
  }
}

function setPfx(native, { passphrase, pfx }) {
  if (pfx === undefined || pfx === null)
    return;
  forEach(pfx, (one) => {
    const file = one?.buf ?? one;
    const phrase = one?.passphrase || passphrase;
    if (phrase !== undefined && phrase !== null)
      validateString(phrase, 'options.passphrase');
    if (typeof file !== 'string' && !isArrayBufferView(file))
      throw new codes.ERR_CRYPTO_OPERATION_FAILED('Unable to load PFX certificate');
    loadPfx(native, dataOf(file), phrase ?? undefined);
  });
}

// ---- The rest ----

function setDH(native, dhparam) {
  if (dhparam === undefined || dhparam === null)
    return;
  if (dhparam !== 'auto')
    checkKey(dhparam, 'options.dhparam');
  const problem = tls.setDHParam(native, dhparam === 'auto' ? true : dataOf(dhparam));
  if (problem === undefined)
    return;
  if (problem === 0)
    return; // what is no such parameter is ignored, as in Node
  throw new codes.ERR_INVALID_ARG_VALUE('DH parameter', 'is less than 1024 bits');
}

function setSession(native, { sessionIdContext, sessionTimeout, ticketKeys }) {
  if (sessionIdContext !== undefined && sessionIdContext !== null) {
    validateString(sessionIdContext, 'options.sessionIdContext');
    tls.setSessionIdContext(native, sessionIdContext);
  }
  if (ticketKeys !== undefined && ticketKeys !== null) {
    validateBuffer(ticketKeys, 'options.ticketKeys');
    if (ticketKeys.byteLength !== 48)
      throw new codes.ERR_INVALID_ARG_VALUE('options.ticketKeys', ticketKeys.byteLength,
                                            'must be exactly 48 bytes');
    tls.setTicketKeys(native, byteView(ticketKeys));
  }
  if (sessionTimeout !== undefined && sessionTimeout !== null) {
    validateInt32(sessionTimeout, 'options.sessionTimeout', 0);
    tls.setSessionTimeout(native, sessionTimeout);
  }
}

function setCurves(native, { ecdhCurve = defaults().DEFAULT_ECDH_CURVE, sigalgs }) {
  if (sigalgs !== undefined && sigalgs !== null) {
    validateString(sigalgs, 'options.sigalgs');
    if (sigalgs === '')
      throw new codes.ERR_INVALID_ARG_VALUE('options.sigalgs', sigalgs);
    tls.setSigalgs(native, sigalgs);
  }
  validateString(ecdhCurve, 'options.ecdhCurve');
  if (ecdhCurve === 'auto')
    return;
  try {
    tls.setECDHCurve(native, ecdhCurve);
  } catch {
    throw new codes.ERR_CRYPTO_OPERATION_FAILED('Failed to set ECDH curve');
  }
}

function refuseEngines({ clientCertEngine, privateKeyEngine, privateKeyIdentifier }) {
  const check = (value, name) => {
    if (typeof value !== 'string' && value !== undefined && value !== null)
      throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'null', 'undefined'], value);
  };
  check(privateKeyEngine, 'options.privateKeyEngine');
  check(privateKeyIdentifier, 'options.privateKeyIdentifier');
  check(clientCertEngine, 'options.clientCertEngine');
  if (privateKeyIdentifier !== undefined && privateKeyIdentifier !== null && !privateKeyEngine)
    throw new codes.ERR_INVALID_ARG_VALUE('options.privateKeyEngine', privateKeyEngine);
  if (privateKeyEngine || clientCertEngine)
    throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function configure(native, options, range) {
  // First, because issuers of certificates are searched in the store.
  setTrust(native, options);
  setCiphers(native, options, range); // has the level of security that keys must have
  setKeys(native, options);
  setPfx(native, options);
  setCurves(native, options);
  setDH(native, options.dhparam);
  setLists(native, options.crl);
  setSession(native, options);
}

function nativeOf(context) {
  if (context === null || typeof context !== 'object' || !ObjectHasOwn(context, 'native'))
    throw new TypeError('Illegal invocation');
  return context.native;
}

// Connections that come later get another one.
function changedNative(context) {
  const native = nativeOf(context);
  require('internal/tls/shared_context').forget(context);
  return native;
}

// The object that the program sees as `context` of a SecureContext.
class NativeContext {
  constructor(native) {
    ObjectDefineProperty(this, 'native', { __proto__: null, value: native });
  }

  getCertificate() { return bufferOrNull(tls.contextCertificate(nativeOf(this))); }
  getIssuer() { return bufferOrNull(tls.contextIssuer(nativeOf(this))); }
  getTicketKeys() { return bufferOrNull(tls.getTicketKeys(nativeOf(this))); }
  setTicketKeys(keys) { tls.setTicketKeys(changedNative(this), keys); }
  setOptions(options) { tls.setOptions(changedNative(this), options); }
  addCACert(pem) { tls.addCACert(changedNative(this), dataOf(pem)); }
  addRootCerts() { setTrust(changedNative(this), { __proto__: null }); }
  close() {}

  // In Node a pointer for add-ons. There are none here that could use it.
  get _external() {
    if (!ObjectHasOwn(this, 'native'))
      throw new codes.ERR_INVALID_THIS('SecureContext');
    return { __proto__: null };
  }
}

const bufferOrNull = (bytes) =>
  (bytes === null ? null : require('internal/tls/handle').bufferOf(bytes));

function SecureContext(secureProtocol, secureOptions, minVersion, maxVersion) {
  if (!(this instanceof SecureContext))
    return new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion);
  const range = rangeOf({ __proto__: null, secureProtocol, minVersion, maxVersion });
  const native = tls.contextNew(range.min, range.max);
  if (secureOptions) {
    validateInteger(secureOptions, 'secureOptions');
    tls.setOptions(native, secureOptions);
  }
  setMethod(this, 'context', new NativeContext(native));
  return this;
}

function createSecureContext(options) {
  if (options === undefined || options === null)
    options = { __proto__: null };
  else
    validateObject(options, 'options');
  let { secureOptions } = options;
  const { honorCipherOrder } = options;
  rangeOf(options); // throws first
  if (secureOptions !== undefined && secureOptions !== null)
    validateInteger(secureOptions, 'secureOptions');
  if (honorCipherOrder)
    secureOptions |= SSL_OP_CIPHER_SERVER_PREFERENCE;
  const context = new SecureContext(options.secureProtocol, secureOptions, options.minVersion,
                                    options.maxVersion);
  refuseEngines(options);
  if (options.allowPartialTrustChain !== undefined && options.allowPartialTrustChain !== null)
    validateBoolean(options.allowPartialTrustChain, 'options.allowPartialTrustChain');
  configure(context.context.native, options, rangeOf(options));
  return context;
}

function getCiphers() {
  const names = tls.cipherNames();
  const lower = [];
  for (let i = 0; i < names.length; i++)
    ArrayPrototypePush.call(lower, StringPrototypeToLowerCase.call(names[i]));
  return ArrayPrototypeSort.call(lower);
}

module.exports = { SecureContext, createSecureContext, firstDefaults, getCiphers };
