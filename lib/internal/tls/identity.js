'use strict';
// checkServerIdentity(): whether a certificate was issued for a host, by RFC 6125.

const {
  ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeJoin,
  ArrayPrototypePush, ArrayPrototypeSome, JSONParse, ObjectHasOwn, RegExpPrototypeExec,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, ArrayIsArray,
} = primordials;
const { codes } = require('internal/errors');
const { isIP } = require('internal/net/ip');
const { domainToASCII } = require('internal/url');

const JSON_STRING = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/;

const withoutDot = (host) => (StringPrototypeEndsWith.call(host, '.') ?
  StringPrototypeSlice.call(host, 0, -1) : host);

// Labels of a name, in lower case: letters of other scripts never match.
const labelsOf = (host) =>
  StringPrototypeSplit.call(StringPrototypeToLowerCase.call(withoutDot(host)), '.');

const hasOnlyPrintable = (text) => RegExpPrototypeExec.call(/[^\u0021-\u007F]/u, text) === null;

// The name of a host as certificates have it.
const toASCII = (host) => (hasOnlyPrintable(host) ? host : domainToASCII(host) || host);

function matches(hostLabels, pattern, allowsWildcard) {
  if (!pattern)
    return false;
  const labels = labelsOf(pattern);
  if (hostLabels.length !== labels.length || ArrayPrototypeIncludes.call(labels, ''))
    return false;
  // Names of other scripts are written as xn--… by both sides.
  if (!hasOnlyPrintable(ArrayPrototypeJoin.call(labels, '.')) ||
      !hasOnlyPrintable(ArrayPrototypeJoin.call(hostLabels, '.')))
    return false;
  for (let i = hostLabels.length - 1; i > 0; i--) {
    if (hostLabels[i] !== labels[i])
      return false;
  }
  const host = hostLabels[0];
  const { 0: first } = labels;
  const parts = StringPrototypeSplit.call(first, '*', 3);
  if (parts.length === 1 || StringPrototypeIncludes.call(first, 'xn--'))
    return host === first;
  // One asterisk, in the left-most label of at least three.
  if (!allowsWildcard || parts.length > 2 || labels.length <= 2)
    return false;
  const { 0: before, 1: after } = parts;
  return before.length + after.length <= host.length &&
    StringPrototypeStartsWith.call(host, before) && StringPrototypeEndsWith.call(host, after);
}

// Splits "DNS:a, IP Address:b"; a value with special characters is a JSON string.
function splitNames(text) {
  const names = [];
  let rest = text;
  while (rest !== '') {
    let name = '';
    while (rest !== '' && rest[0] !== ',') {
      const quote = StringPrototypeIndexOf.call(rest, '"');
      const comma = StringPrototypeIndexOf.call(rest, ',');
      if (quote < 0 || (comma >= 0 && comma < quote)) {
        const end = comma < 0 ? rest.length : comma;
        name += StringPrototypeSlice.call(rest, 0, end);
        rest = StringPrototypeSlice.call(rest, end);
        continue;
      }
      name += StringPrototypeSlice.call(rest, 0, quote);
      const match = RegExpPrototypeExec.call(JSON_STRING, StringPrototypeSlice.call(rest, quote));
      if (match === null)
        throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
      name += JSONParse(match[0]);
      rest = StringPrototypeSlice.call(rest, quote + match[0].length);
    }
    ArrayPrototypePush.call(names, name);
    rest = StringPrototypeSlice.call(rest, 2); // ", "
  }
  return names;
}

function readNames(text) {
  const found = { __proto__: null, dns: [], ips: [] };
  ArrayPrototypeForEach.call(
    StringPrototypeIncludes.call(text, '"') ? splitNames(text) :
      StringPrototypeSplit.call(text, ', '),
    (name) => {
      if (StringPrototypeStartsWith.call(name, 'DNS:'))
        ArrayPrototypePush.call(found.dns, StringPrototypeSlice.call(name, 4));
      else if (StringPrototypeStartsWith.call(name, 'IP Address:'))
        ArrayPrototypePush.call(found.ips, canonicalIP(StringPrototypeSlice.call(name, 11)));
    });
  return found;
}

// IPv6 addresses in one form.
function canonicalIP(address) {
  const { SocketAddress } = require('internal/net/blocklist');
  const family = isIP(address);
  if (family !== 6)
    return family === 4 ? address : ''; // what is no address matches none
  return new SocketAddress({ __proto__: null, address, family: 'ipv6' }).address;
}

function mismatch(host, cert, reason) {
  return new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason, host, cert);
}

function checkNames(host, cert, dns, ips) {
  const labels = labelsOf(toASCII(host));
  const { subject } = cert;
  if (dns.length > 0) {
    if (ArrayPrototypeSome.call(dns, (pattern) => matches(labels, pattern, true)))
      return undefined;
    return mismatch(host, cert, `Host: ${host}. is not in the cert's altnames: ` +
      cert.subjectaltname);
  }
  // Without names among the alternative ones, the common name counts.
  if (ips.length > 0 && subject?.CN === undefined || !subject || !ObjectHasOwn(subject, 'CN'))
    return ips.length > 0 || cert.subjectaltname ?
      mismatch(host, cert, `Host: ${host}. is not in the cert's altnames: ` +
        cert.subjectaltname) : mismatch(host, cert, 'Cert does not contain a DNS name');
  const { CN: names } = subject;
  const isValid = ArrayIsArray(names) ?
    ArrayPrototypeSome.call(names, (pattern) => matches(labels, pattern, true)) :
    matches(labels, names, true);
  return isValid ? undefined : mismatch(host, cert, `Host: ${host}. is not cert's CN: ${names}`);
}

function checkServerIdentity(hostname, cert) {
  const { subject, subjectaltname } = cert;
  const { dns, ips } = subjectaltname ? readNames(subjectaltname) :
    { __proto__: null, dns: [], ips: [] };
  const host = withoutDot(`${hostname}`);
  if (isIP(host)) {
    const address = canonicalIP(host);
    return ArrayPrototypeIncludes.call(ips, address) ? undefined :
      mismatch(host, cert, `IP: ${host} is not in the cert's list: ` +
        ArrayPrototypeJoin.call(ips, ', '));
  }
  if (dns.length > 0 || subject?.CN)
    return checkNames(host, cert, dns, ips);
  return mismatch(host, cert, 'Cert does not contain a DNS name');
}

module.exports = { checkServerIdentity };
