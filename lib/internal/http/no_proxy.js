'use strict';
// NO_PROXY: hosts that are connected to without the proxy. Node has two sets of rules.
//
// (1) http and https: names and addresses match as written; "host:port"; ".name" matches the name
//     and everything below it, "*.name" only what is below it; ranges of IPv4 addresses; "*".
// (2) fetch(): a name matches itself and all names below it, whether it begins with ".", "*." or
//     neither. A port may follow each. Spaces separate entries like commas. There are no ranges.

const {
  NumberParseInt, RegExpPrototypeExec, SafeArray, SafeRegExp, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeReplace, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim,
} = primordials;
const net = require('net');

// ---- (1) ----

function ofHttp(text) {
  const list = bypassList(text);
  return (host, port) => isBypassed(list, host, port);
}

function bypassList(text) {
  const list = new SafeArray();
  const parts = typeof text === 'string' ? StringPrototypeSplit.call(text, ',') : [];
  for (let i = 0; i < parts.length; i++) {
    const part = StringPrototypeToLowerCase.call(StringPrototypeTrim.call(parts[i]));
    if (part !== '')
      list.push(part);
  }
  return list;
}

function isBypassed(list, host, port) {
  host = StringPrototypeToLowerCase.call(host);
  for (let i = 0; i < list.length; i++) {
    if (matches(list[i], host, port))
      return true;
  }
  return false;
}

function matches(entry, host, port) {
  if (entry === '*' || entry === host || entry === `${host}:${port}`)
    return true;
  if (StringPrototypeStartsWith.call(entry, '*.'))
    return StringPrototypeEndsWith.call(host, StringPrototypeSlice.call(entry, 1));
  if (entry[0] === '.')
    return StringPrototypeEndsWith.call(host, entry) ||
      host === StringPrototypeSlice.call(entry, 1);
  const dash = StringPrototypeIndexOf.call(entry, '-');
  return dash > 0 && isBetween(host, StringPrototypeSlice.call(entry, 0, dash),
                               StringPrototypeSlice.call(entry, dash + 1));
}

function isBetween(host, first, last) {
  if (!net.isIPv4(host) || !net.isIPv4(first) || !net.isIPv4(last))
    return false;
  const number = numberOf(host);
  return numberOf(first) <= number && number <= numberOf(last);
}

function numberOf(address) {
  const parts = StringPrototypeSplit.call(address, '.');
  return ((parts[0] * 256 + +parts[1]) * 256 + +parts[2]) * 256 + +parts[3];
}

// ---- (2) ----

const SEPARATOR = new SafeRegExp('[,\\s]');
const LEADING = new SafeRegExp('^\\*?\\.');
const TRAILING = new SafeRegExp('\\.$');
// A name or an IPv4 address, or an IPv6 address in brackets, with a port; else all is the host.
const WITH_PORT = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/;

const plainHost = (host) =>
  StringPrototypeReplace.call(StringPrototypeToLowerCase.call(host), TRAILING, '');

function entryOf(word) {
  const parts = RegExpPrototypeExec.call(WITH_PORT, word);
  const host = parts === null ? word : parts[1] ?? parts[2];
  return {
    __proto__: null,
    host: plainHost(StringPrototypeReplace.call(host, LEADING, '')),
    port: parts?.[3] === undefined ? undefined : NumberParseInt(parts[3], 10),
  };
}

function ofFetch(text, defaultPort) {
  if (typeof text !== 'string')
    return () => false;
  if (StringPrototypeTrim.call(text) === '*')
    return () => true;
  const parts = StringPrototypeSplit.call(text, SEPARATOR);
  const entries = new SafeArray();
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== '')
      entries.push(entryOf(parts[i]));
  }
  return (host, port) => {
    const name = plainHost(host);
    const number = port ? +port : defaultPort;
    for (let i = 0; i < entries.length; i++) {
      const { host: wanted, port: wantedPort } = entries[i];
      if (wanted !== '' && (wantedPort === undefined || wantedPort === number) &&
          (name === wanted || StringPrototypeEndsWith.call(name, `.${wanted}`)))
        return true;
    }
    return false;
  };
}

module.exports = { ofFetch, ofHttp };
