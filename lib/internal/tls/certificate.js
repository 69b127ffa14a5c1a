'use strict';
// Certificates of a connection, as getPeerCertificate() and getCertificate() return them.

const {
  ArrayIsArray, ArrayPrototypeConcat, JSONParse, JSONStringify, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeToLowerCase,
} = primordials;
const tls = internalBinding('tls');
const { bufferOf } = require('internal/tls/handle');
const { setOwnProperty } = require('internal/util');

const X509 = () => require('internal/crypto/x509').X509Certificate;

// Attributes of a name; one that occurs more than once has a list.
function nameOf(parts) {
  const name = { __proto__: null };
  for (let i = 0; i < parts.length; i += 2) {
    const key = parts[i];
    const value = parts[i + 1];
    const known = name[key];
    name[key] = known === undefined ? value :
      ArrayIsArray(known) ? ArrayPrototypeConcat.call(known, value) : [known, value];
  }
  return name;
}

function infoAccessOf(parts) {
  const info = { __proto__: null };
  for (let i = 0; i < parts.length; i += 2) {
    const at = StringPrototypeIndexOf.call(parts[i + 1], ':');
    const key = `${parts[i]} - ${StringPrototypeSlice.call(parts[i + 1], 0, at)}`;
    let value = StringPrototypeSlice.call(parts[i + 1], at + 1);
    if (value[0] === '"') // C has quoted what could be taken for something else
      value = JSONParse(value);
    info[key] = info[key] === undefined ? [value] : ArrayPrototypeConcat.call(info[key], value);
  }
  return info;
}

const ORDER = ['subjectaltname', 'infoAccess', 'ca', 'modulus', 'exponent', 'pubkey', 'bits',
               'valid_from', 'valid_to', 'fingerprint', 'fingerprint256', 'fingerprint512',
               'ext_key_usage', 'serialNumber', 'raw', 'asn1Curve', 'nistCurve'];

// What tls.peerCertificates() and ownCertificate() return of a certificate.
const DER = 0, PARTS = 1, NAMES = 2;

// A certificate as the object that programs get. `parts` has no prototype.
function legacy(parts) {
  const cert = { subject: nameOf(parts.subject), issuer: nameOf(parts.issuer) };
  for (let i = 0; i < ORDER.length; i++) {
    const name = ORDER[i];
    const value = parts[name];
    setOwnProperty(cert, name, value === undefined ? undefined :
      name === 'infoAccess' ? infoAccessOf(value) :
        name === 'pubkey' || name === 'raw' ? bufferOf(value) :
          name === 'exponent' ? `0x${lowerHex(value)}` : value);
  }
  return cert;
}

const lowerHex = (text) => StringPrototypeToLowerCase.call(
  text[0] === '0' ? StringPrototypeSlice.call(text, 1) : text);

const legacyOf = (x509) => legacy(tls.describeCertificate(x509));

// An empty object without a certificate. With `isDetailed`, each has that of its issuer.
function peerCertificate(handle, isDetailed) {
  const chain = tls.peerCertificates(handle.native, isDetailed, PARTS);
  if (chain.length === 0)
    return {};
  const first = legacy(chain[0]);
  let cert = first;
  for (let i = 1; i < chain.length; i++) {
    const issuer = legacy(chain[i]);
    setOwnProperty(cert, 'issuerCertificate', issuer);
    cert = issuer;
  }
  // A certificate that has issued itself ends the chain.
  if (isDetailed && sameName(cert.subject, cert.issuer))
    setOwnProperty(cert, 'issuerCertificate', cert);
  return first;
}

// What checkServerIdentity() reads of the peer's certificate; undefined without one.
function peerNames(handle) {
  const { 0: parts } = tls.peerCertificates(handle.native, false, NAMES);
  return parts === undefined ? undefined :
    { __proto__: null, subject: nameOf(parts.subject), subjectaltname: parts.subjectaltname };
}

const sameName = (subject, issuer) => JSONStringify(subject) === JSONStringify(issuer);

function ownCertificate(handle) {
  const parts = tls.ownCertificate(handle.native, PARTS);
  return parts === undefined ? {} : legacy(parts);
}

function peerX509(handle) {
  const chain = tls.peerCertificates(handle.native, true, DER);
  let cert;
  for (let i = chain.length - 1; i >= 0; i--) {
    const issuer = cert;
    cert = new (X509())(bufferOf(chain[i]));
    require('internal/crypto/x509').setIssuer(cert, issuer);
  }
  return cert;
}

function ownX509(handle) {
  const der = tls.ownCertificate(handle.native, DER);
  return der === undefined ? undefined : new (X509())(bufferOf(der));
}

// A line for each, or undefined.
function infoAccessText(x509) {
  const parts = tls.describeCertificate(x509).infoAccess;
  let text;
  for (let i = 0; parts !== undefined && i < parts.length; i += 2)
    text = `${text === undefined ? '' : `${text}\n`}${parts[i]} - ${parts[i + 1]}`;
  return text;
}

module.exports = {
  infoAccessText, legacyOf, ownCertificate, ownX509, peerCertificate, peerNames,
  peerX509,
};
