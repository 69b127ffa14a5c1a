'use strict';
// X509Certificate, and Certificate (SPKAC).
// (1) A certificate is parsed once. Its details are read by internal/tls/certificate when the
//     program asks for them.

const {
  Date, ObjectDefineProperty, SymbolFor,
} = primordials;
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS },
} = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { bytesOf } = require('internal/crypto/util');
const { sizeOf } = require('internal/util/bytes');
const { handleOf, isBytes, isKeyObject, keyObjectOf, typeOf } = require('internal/crypto/keys');
const { kClone, kPack } = require('internal/messaging/transfer');
const binding = internalBinding('crypto');

// X509_CHECK_FLAG_*
const FLAGS = [
  ['wildcards', true, 0x2], ['partialWildcards', true, 0x4], ['multiLabelWildcards', false, 0x8],
  ['singleLabelSubdomains', false, 0x10],
];
const ALWAYS_SUBJECT = 0x1;
const NEVER_SUBJECT = 0x20;

function subjectFlag(subject) {
  if (subject === 'always')
    return ALWAYS_SUBJECT;
  if (subject === 'never')
    return NEVER_SUBJECT;
  if (subject !== 'default')
    throw new ERR_INVALID_ARG_VALUE('options.subject', subject);
  return 0;
}

function checkFlags(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { subject = 'default' } = options;
  validateString(subject, 'options.subject');
  let flags = 0;
  for (let i = 0; i < FLAGS.length; i++) {
    const { 0: name, 1: normal, 2: flag } = FLAGS[i];
    const { [name]: value = normal } = options;
    validateBoolean(value, `options.${name}`);
    // Wildcards are switched off by their flags, the others on.
    if (value !== normal)
      flags |= flag;
  }
  return flags | subjectFlag(subject);
}

const HOST = 0;
const EMAIL = 1;
const IP = 2;

let isX509;
let setIssuer; // of a certificate that a peer has sent with those of its issuers

class X509Certificate {
  #handle;
  #texts;
  #legacy;
  #publicKey;
  #issuer;

  constructor(buffer) {
    if (typeof buffer !== 'string' && !isBytes(buffer)) {
      throw new ERR_INVALID_ARG_TYPE(
        'buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    this.#handle = binding.x509Parse(bytesOf(buffer, 'buffer'));
  }

  static {
    isX509 = (value) => typeof value === 'object' && value !== null && #handle in value;
    setIssuer = (cert, issuer) => { cert.#issuer = issuer; };
  }

  #get(index) {
    this.#texts ??= binding.x509Texts(this.#handle);
    return this.#texts[index];
  }

  #part(name) {
    this.#legacy ??= require('internal/tls/certificate').legacyOf(this.#handle);
    return this.#legacy[name];
  }

  [kClone]() { return new X509Certificate(this.raw); }

  [kPack]() { return ['internal/crypto/x509', 'unpack', binding.x509Raw(this.#handle)]; }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    if (depth < 0 || !isX509(this))
      return this;
    const {
      subject, subjectAltName, issuer, infoAccess, validFrom, validTo, validFromDate, validToDate,
      fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber, signatureAlgorithm,
      signatureAlgorithmOid,
    } = this;
    return `X509Certificate ${inspect({
      subject, subjectAltName, issuer, infoAccess, validFrom, validTo, validFromDate, validToDate,
      fingerprint, fingerprint256, fingerprint512, keyUsage, serialNumber, signatureAlgorithm,
      signatureAlgorithmOid,
    }, options)}`;
  }

  get subject() { return this.#get(0) || undefined; }
  get issuer() { return this.#get(1) || undefined; }
  get signatureAlgorithmOid() { return this.#get(3); }
  get signatureAlgorithm() { return this.#get(4); }
  get subjectAltName() { return this.#part('subjectaltname'); }
  get validFrom() { return this.#part('valid_from'); }
  get validTo() { return this.#part('valid_to'); }
  get validFromDate() { return new Date(this.validFrom); }
  get validToDate() { return new Date(this.validTo); }
  get fingerprint() { return this.#part('fingerprint'); }
  get fingerprint256() { return this.#part('fingerprint256'); }
  get fingerprint512() { return this.#part('fingerprint512'); }
  get keyUsage() { return this.#part('ext_key_usage'); }
  get serialNumber() { return this.#part('serialNumber'); }
  get ca() { return this.#part('ca'); }
  get issuerCertificate() { return this.#issuer; }

  get infoAccess() {
    return require('internal/tls/certificate').infoAccessText(this.#handle);
  }

  get raw() {
    if (!isX509(this))
      throw new ERR_INVALID_THIS('X509Certificate');
    return new FastBuffer(binding.x509Raw(this.#handle));
  }

  get publicKey() {
    return this.#publicKey ??= keyObjectOf('public', binding.x509PublicKey(this.#handle));
  }

  toString() { return this.#get(2); }
  toJSON() { return this.toString(); }
  toLegacyObject() { return require('internal/tls/certificate').legacyOf(this.#handle); }

  #check(kind, name, options) {
    return binding.x509Check(this.#handle, kind, name, checkFlags(options));
  }

  checkHost(name, options) {
    validateString(name, 'name');
    return this.#check(HOST, name, options);
  }

  checkEmail(email, options) {
    validateString(email, 'email');
    return this.#check(EMAIL, email, options) === undefined ? undefined : email;
  }

  checkIP(ip, options) {
    validateString(ip, 'ip');
    return this.#check(IP, ip, options) === undefined ? undefined : ip;
  }

  checkIssued(otherCert) {
    if (!isX509(otherCert))
      throw new ERR_INVALID_ARG_TYPE('otherCert', 'X509Certificate', otherCert);
    return binding.x509Issued(this.#handle, otherCert.#handle);
  }

  checkPrivateKey(pkey) {
    if (!isKeyObject(pkey))
      throw new ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
    if (typeOf(pkey) !== 'private')
      throw new ERR_INVALID_ARG_VALUE('pkey', pkey);
    return binding.x509Verify(this.#handle, handleOf(pkey), true);
  }

  verify(pkey) {
    if (!isKeyObject(pkey))
      throw new ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
    if (typeOf(pkey) !== 'public')
      throw new ERR_INVALID_ARG_VALUE('pkey', pkey);
    return binding.x509Verify(this.#handle, handleOf(pkey), false);
  }
}

const unpack = (der) => new X509Certificate(new FastBuffer(der));

// ---- SPKAC ----

const MOST = 2 ** 31 - 1;

function spkacBytes(spkac, encoding) {
  const bytes = bytesOf(spkac, 'spkac', encoding);
  if (sizeOf(bytes) > MOST) {
    const error = new primordials.RangeError('spkac is too large');
    error.code = 'ERR_OUT_OF_RANGE';
    throw error;
  }
  return bytes;
}

const verifySpkac = (spkac, encoding) => binding.spkacVerify(spkacBytes(spkac, encoding));

function exported(spkac, encoding, isKey) {
  const made = binding.spkacExport(spkacBytes(spkac, encoding), isKey);
  return made === undefined ? '' : new FastBuffer(made);
}

const exportPublicKey = (spkac, encoding) => exported(spkac, encoding, true);
const exportChallenge = (spkac, encoding) => exported(spkac, encoding, false);

function Certificate() {
  if (!new.target)
    return new Certificate();
}

const METHODS = { __proto__: null, verifySpkac, exportPublicKey, exportChallenge };
const NAMES = ['verifySpkac', 'exportPublicKey', 'exportChallenge'];
for (let i = 0; i < NAMES.length; i++) {
  const value = METHODS[NAMES[i]];
  const descriptor = {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  };
  ObjectDefineProperty(Certificate, NAMES[i], descriptor);
  ObjectDefineProperty(Certificate.prototype, NAMES[i], descriptor);
}

module.exports = { Certificate, X509Certificate, setIssuer, unpack };
