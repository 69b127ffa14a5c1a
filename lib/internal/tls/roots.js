'use strict';
// Root certificates for contexts that have no `ca` of their own.
//
// (1) "Bundled" certificates are those of the system's package ca-certificates, as gyre carries no
//     list of its own. So "system" certificates are the same, unless SSL_CERT_FILE or SSL_CERT_DIR
//     name others.
// (2) The store is built by the first context that needs it.
// (3) setDefaultCACertificates() replaces the default for contexts that are made afterwards.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeSlice, ObjectFreeze,
  SafeArray, SafeSet, StringPrototypeTrimEnd,
} = primordials;
const tls = internalBinding('tls');
const { codes } = require('internal/errors');
const { byteView } = require('internal/util/bytes');
const { isArrayBufferView } = require('internal/util/types');
const { validateOneOf, validateString } = require('internal/validators');
const { get: getOption, isGiven } = internalBinding('options');

const BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
let isReady = false;
let replaced = null; // by setDefaultCACertificates()
let changes = 0;     // of what is trusted by default
const cache = { __proto__: null, bundled: null, system: null, extra: null, default: null };

const env = (name) => process.env[name];
const usesOpenSSL = () => getOption('--use-openssl-ca') === true;
const usesSystem = () => getOption('--use-system-ca') === true ||
  (!isGiven('--use-system-ca') && env('NODE_USE_SYSTEM_CA') === '1');

function systemPaths() {
  const { 0: file, 1: folder } = tls.defaultPaths();
  const givenFile = env('SSL_CERT_FILE');
  const givenFolder = env('SSL_CERT_DIR');
  if (givenFile !== undefined || givenFolder !== undefined)
    return { __proto__: null, file: givenFile ?? null, folder: givenFolder ?? null };
  return { __proto__: null, file: require('fs').existsSync(file) ? file : BUNDLE, folder };
}

function warnAboutExtra(file, reason) {
  process.emitWarning(`Ignoring extra certs from \`${file}\`, load failed: ${reason}`);
}

// Fills the store that contexts share.
function prepare() {
  if (isReady)
    return;
  isReady = true;
  tls.resetRoots();
  if (replaced !== null) {
    for (let i = 0; i < replaced.length; i++)
      tls.addRoot(replaced[i]);
    return;
  }
  if (usesOpenSSL() || usesSystem()) {
    const { file, folder } = systemPaths();
    if (file !== null)
      tls.addRootFile(file);
    if (folder !== null)
      tls.addRootFolder(folder);
  }
  if (!usesOpenSSL())
    tls.addRootFile(BUNDLE);
  addExtra();
}

// Those before a damaged one are trusted.
function addExtra() {
  const file = env('NODE_EXTRA_CA_CERTS');
  if (!file)
    return;
  let isFine = false;
  try {
    isFine = tls.addCheckedRoots(require('fs').readFileSync(file));
  } catch {
    // reported below
  }
  if (!isFine)
    extraCertificates();
}

function certificatesOf(file) {
  try {
    return tls.certificatesIn(require('fs').readFileSync(file));
  } catch {
    return [];
  }
}

function certificatesOfFolder(folder) {
  const all = new SafeArray();
  let names;
  try {
    names = require('fs').readdirSync(folder);
  } catch {
    return all;
  }
  for (let i = 0; i < names.length; i++) {
    const some = certificatesOf(`${folder}/${names[i]}`);
    for (let k = 0; k < some.length; k++)
      all.push(some[k]);
  }
  return all;
}

function unique(list) {
  const seen = new SafeSet();
  const result = new SafeArray();
  for (let i = 0; i < list.length; i++) {
    const key = StringPrototypeTrimEnd.call(list[i]);
    if (seen.has(key))
      continue;
    seen.add(key);
    result.push(list[i]);
  }
  return ArrayPrototypeSlice.call(result);
}

// As Node lists them, without the end of the last line.
function bundledCertificates() {
  if (cache.bundled === null) {
    const list = unique(certificatesOf(BUNDLE));
    for (let i = 0; i < list.length; i++)
      list[i] = StringPrototypeTrimEnd.call(list[i]);
    cache.bundled = ObjectFreeze(list);
  }
  return cache.bundled;
}

function systemCertificates() {
  if (cache.system === null) {
    const { file, folder } = systemPaths();
    const all = file === null ? [] : certificatesOf(file);
    // The default folder has the certificates of the default file, each twice.
    const more = folder === null || (file !== null && env('SSL_CERT_DIR') === undefined) ? [] :
      certificatesOfFolder(folder);
    const both = new SafeArray();
    for (let i = 0; i < all.length; i++)
      both.push(all[i]);
    for (let i = 0; i < more.length; i++)
      both.push(more[i]);
    cache.system = ObjectFreeze(unique(both));
  }
  return cache.system;
}

function extraCertificates() {
  if (cache.extra === null) {
    const file = env('NODE_EXTRA_CA_CERTS');
    let list = [];
    if (file) {
      try {
        list = tls.certificatesIn(require('fs').readFileSync(file));
      } catch (err) {
        warnAboutExtra(file, err.code === 'ENOENT' ?
          'error:80000002:system library::No such file or directory' : err.message);
      }
    }
    cache.extra = ObjectFreeze(list);
  }
  return cache.extra;
}

function defaultCertificates() {
  if (replaced !== null)
    return replaced;
  if (cache.default === null) {
    const all = new SafeArray();
    const add = (list) => {
      for (let i = 0; i < list.length; i++)
        all.push(list[i]);
    };
    if (!usesOpenSSL())
      add(bundledCertificates());
    if (usesOpenSSL() || usesSystem())
      add(systemCertificates());
    add(extraCertificates());
    cache.default = ObjectFreeze(ArrayPrototypeSlice.call(all));
  }
  return cache.default;
}

function getCACertificates(type = 'default') {
  validateString(type, 'type');
  validateOneOf(type, 'type', ['default', 'bundled', 'system', 'extra']);
  if (type === 'default')
    return defaultCertificates();
  if (type === 'bundled')
    return bundledCertificates();
  return type === 'system' ? systemCertificates() : extraCertificates();
}

function parse(pem) {
  try {
    return tls.certificatesIn(pem);
  } catch (err) {
    if (err.code === 'ERR_OSSL_PEM_NO_START_LINE')
      throw new codes.ERR_CRYPTO_OPERATION_FAILED(
        'No valid certificates found in the provided array');
    throw err;
  }
}

function setDefaultCACertificates(certs) {
  if (!ArrayIsArray(certs))
    throw new codes.ERR_INVALID_ARG_TYPE('certs', 'Array', certs);
  const all = [];
  for (let i = 0; i < certs.length; i++) {
    const one = certs[i];
    if (typeof one !== 'string' && !isArrayBufferView(one))
      throw new codes.ERR_INVALID_ARG_TYPE(`certs[${i}]`, ['string', 'ArrayBufferView'], one);
    const parsed = parse(typeof one === 'string' ? one : byteView(one));
    for (let k = 0; k < parsed.length; k++) {
      if (!ArrayPrototypeIncludes.call(all, parsed[k]))
        ArrayPrototypePush.call(all, parsed[k]);
    }
  }
  replaced = ObjectFreeze(all);
  isReady = false;
  changes++;
}

const version = () => changes;

module.exports = {
  bundledCertificates, getCACertificates, prepare, setDefaultCACertificates, version,
};
