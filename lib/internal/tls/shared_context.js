'use strict';
// The context of a connection to a server that is given none.
//
// (1) OpenSSL needs as long for a context as for a fifth of a handshake. So the contexts that
//     tls.connect() made last are kept, and serve connections with the same options.
// (2) One that has a key, or lists and parameters of its own, is not kept.
// (3) One that a program changes is forgotten.

const {
  ArrayIsArray, SafeArray, TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { isUint8Array } = require('internal/util/types');
const { compare } = internalBinding('buffer');

const MOST = 4, PARTS_MOST = 16;
const KEPT = ['secureProtocol', 'secureOptions', 'minVersion', 'maxVersion', 'honorCipherOrder',
              'allowPartialTrustChain', 'ciphers', 'ecdhCurve', 'sigalgs', 'sessionIdContext',
              'sessionTimeout'];
const OWN = ['cert', 'key', 'passphrase', 'pfx', 'crl', 'dhparam', 'ticketKeys',
             'clientCertEngine', 'privateKeyEngine', 'privateKeyIdentifier'];
const DEFAULTS = ['DEFAULT_CIPHERS', 'DEFAULT_ECDH_CURVE', 'DEFAULT_MIN_VERSION',
                  'DEFAULT_MAX_VERSION'];
const shared = new SafeArray(); // of { values, context }, the one that was used last at the end

const isPlain = (value) => value === null ||
  (typeof value !== 'object' && typeof value !== 'function');

// What the context depends on, or null if it cannot be compared.
function valuesOf(options) {
  const values = new SafeArray();
  for (let i = 0; i < OWN.length; i++) {
    if (options[OWN[i]] !== undefined && options[OWN[i]] !== null)
      return null;
  }
  for (let i = 0; i < KEPT.length; i++)
    values.push(options[KEPT[i]]);
  const tls = require('tls');
  for (let i = 0; i < DEFAULTS.length; i++)
    values.push(tls[DEFAULTS[i]]);
  values.push(require('internal/tls/roots').version());
  for (let i = 0; i < values.length; i++) {
    if (!isPlain(values[i]))
      return null;
  }
  return addCA(values, options.ca) ? values : null;
}

function addCA(values, ca) {
  if (!ArrayIsArray(ca)) {
    values.push(ca);
    return isPlain(ca) || isUint8Array(ca);
  }
  values.push(true); // is a list
  if (ca.length > PARTS_MOST)
    return false;
  for (let i = 0; i < ca.length; i++) {
    if (typeof ca[i] !== 'string' && !isUint8Array(ca[i]))
      return false;
    values.push(ca[i]);
  }
  return true;
}

const isSame = (kept, given) => kept === given ||
  (typeof kept === 'object' && kept !== null && isUint8Array(given) && compare(kept, given) === 0);

function isEqual(kept, given) {
  if (kept.length !== given.length)
    return false;
  for (let i = 0; i < kept.length; i++) {
    if (!isSame(kept[i], given[i]))
      return false;
  }
  return true;
}

function take(at) {
  const entry = shared[at];
  for (let i = at + 1; i < shared.length; i++)
    shared[i - 1] = shared[i];
  shared.length--;
  return entry;
}

function copyOf(bytes) {
  const copy = new Uint8Array(TypedArrayPrototypeGetLength.call(bytes));
  TypedArrayPrototypeSet.call(copy, bytes);
  return copy;
}

// The bytes of a program may change: they are copied.
function keep(values, context) {
  for (let i = 0; i < values.length; i++) {
    if (!isPlain(values[i]))
      values[i] = copyOf(values[i]);
  }
  if (shared.length === MOST)
    take(0);
  shared.push({ __proto__: null, values, context });
}

function sharedContext(options, create) {
  const values = valuesOf(options);
  if (values === null)
    return create(options);
  for (let i = 0; i < shared.length; i++) {
    if (isEqual(shared[i].values, values)) {
      const entry = take(i);
      shared.push(entry);
      return entry.context;
    }
  }
  const context = create(options);
  keep(values, context);
  return context;
}

function forget(nativeContext) {
  for (let i = shared.length - 1; i >= 0; i--) {
    if (shared[i].context.context === nativeContext)
      take(i);
  }
}

module.exports = { forget, sharedContext };
