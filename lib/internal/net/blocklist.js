'use strict';
// net.SocketAddress and net.BlockList.

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeSome, BigInt, BigIntPrototypeToString, JSONParse, Number,
  ObjectFreeze, RegExpPrototypeExec, SafeArray, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeToLowerCase, SymbolFor,
} = primordials;
const { codes, genericNodeError } = require('internal/errors');
const { kClone, kPack } = require('internal/messaging/transfer');
const { validateArray, validateInt32, validateObject, validatePort, validateString,
        validateUint32 } = require('internal/validators');
const { isIPv4, isIPv6 } = require('internal/net/ip');
const { ownOptions } = require('internal/net/args');

const parseJson = (text) => require('internal/json_parse').wrap(JSONParse)(text);
const kInspect = SymbolFor('nodejs.util.inspect.custom');

// An address as one number, 32 or 128 bits wide.
function toNumber(address, family) {
  if (family === 'ipv4')
    return joinParts(StringPrototypeSplit.call(address, '.'), 8n, '');
  const zone = StringPrototypeIndexOf.call(address, '%');
  if (zone !== -1)
    address = StringPrototypeSlice.call(address, 0, zone);
  const tail = StringPrototypeLastIndexOf.call(address, ':');
  if (StringPrototypeIncludes.call(address, '.')) {
    const four = toNumber(StringPrototypeSlice.call(address, tail + 1), 'ipv4');
    const groups = `${hexadecimal(four >> 16n)}:${hexadecimal(four & 0xffffn)}`;
    address = `${StringPrototypeSlice.call(address, 0, tail)}:${groups}`;
  }
  const { 0: head, 1: rest } = StringPrototypeSplit.call(address, '::');
  const left = head ? StringPrototypeSplit.call(head, ':') : [];
  const right = rest ? StringPrototypeSplit.call(rest, ':') : [];
  while (rest !== undefined && left.length + right.length < 8)
    ArrayPrototypePush.call(left, '0');
  return joinParts(ArrayPrototypeConcat.call(left, right), 16n, '0x');
}

const hexadecimal = (value) => BigIntPrototypeToString.call(value, 16);

function joinParts(parts, bits, prefix) {
  let value = 0n;
  for (let i = 0; i < parts.length; i++)
    value = (value << bits) | BigInt(prefix + parts[i]);
  return value;
}

// The shortest text of an IPv6 address: the longest run of zeros becomes "::".
function toText(value) {
  const groups = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n)
    ArrayPrototypePush.call(groups, hexadecimal((value >> shift) & 0xffffn));
  if (value >> 32n === 0xffffn || (value >> 32n === 0n && value > 0xffffn))
    return `${value >> 32n === 0n ? '::' : '::ffff:'}${fourText(value & 0xffffffffn)}`;
  let best = { at: -1, length: 1 };
  for (let i = 0; i < 8; i++) {
    let length = 0;
    while (i + length < 8 && groups[i + length] === '0')
      length++;
    if (length > best.length)
      best = { at: i, length };
  }
  if (best.at === -1)
    return ArrayPrototypeJoin.call(groups, ':');
  const head = ArrayPrototypeSlice.call(groups, 0, best.at);
  const tail = ArrayPrototypeSlice.call(groups, best.at + best.length);
  return `${ArrayPrototypeJoin.call(head, ':')}::${ArrayPrototypeJoin.call(tail, ':')}`;
}

const fourText = (value) =>
  `${value >> 24n}.${(value >> 16n) & 255n}.${(value >> 8n) & 255n}.${value & 255n}`;

function checkFamily(family, name) {
  validateString(family, name);
  const lower = StringPrototypeToLowerCase.call(family);
  if (lower !== 'ipv4' && lower !== 'ipv6')
    throw new codes.ERR_INVALID_ARG_VALUE(name, family);
  return lower;
}

function inspectInside(fields, options) {
  const depth = options.depth == null ? null : options.depth - 1;
  return require('util').inspect(fields, { __proto__: null, ...options, depth });
}

class SocketAddress {
  #address;
  #family;
  #port;
  #flowlabel;

  constructor(options = { __proto__: null }) {
    validateObject(options, 'options');
    options = ownOptions(options);
    const family = checkFamily(options.family === undefined ? 'ipv4' : options.family,
                               'options.family');
    const { address = family === 'ipv4' ? '127.0.0.1' : '::', port = 0, flowlabel = 0 } = options;
    validateString(address, 'options.address');
    validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    if (!(family === 'ipv4' ? isIPv4(address) : isIPv6(address)))
      throw genericNodeError('Invalid socket address', { code: 'ERR_INVALID_ADDRESS' });
    this.#family = family;
    this.#address = family === 'ipv4' ? address : toText(toNumber(address, family));
    this.#port = port | 0;
    this.#flowlabel = flowlabel;
  }

  static isSocketAddress(value) {
    return typeof value === 'object' && value !== null && #address in value;
  }

  // "1.2.3.4:80", "[::1]:80", or without a port.
  static parse(input) {
    validateString(input, 'input');
    try {
      const { URL } = require('internal/url');
      const { hostname, port } = new URL(`http://${input}`);
      const isSix = hostname[0] === '[';
      return new SocketAddress({
        __proto__: null, address: isSix ? StringPrototypeSlice.call(hostname, 1, -1) : hostname,
        port: port | 0, family: isSix ? 'ipv6' : 'ipv4',
      });
    } catch {
      return undefined;
    }
  }

  get address() { return this.#address; }
  get port() { return this.#port; }
  get family() { return this.#family; }
  get flowlabel() { return this.#flowlabel; }

  toJSON() {
    return { address: this.#address, port: this.#port, family: this.#family,
             flowlabel: this.#flowlabel };
  }

  [kClone]() { return new SocketAddress({ __proto__: null, ...this.toJSON() }); }
  [kPack]() { return ['internal/net/blocklist', 'unpackAddress', this.toJSON()]; }

  [kInspect](depth, options) {
    if (depth < 0)
      return '[SocketAddress]';
    return `SocketAddress ${inspectInside(this.toJSON(), options)}`;
  }
}

const asAddress = (value, family, name) => {
  if (SocketAddress.isSocketAddress(value))
    return value;
  validateString(value, name);
  return new SocketAddress({ __proto__: null, address: value, family });
};
const label = (family) => (family === 'ipv4' ? 'IPv4' : 'IPv6');

// A rule: the addresses that match, and its text. Two rules with the same text are one.
function addressRule(address, family) {
  address = asAddress(address, family, 'address');
  const value = toNumber(address.address, address.family);
  return { family: address.family, first: value, last: value,
           text: `Address: ${label(address.family)} ${address.address}` };
}

function rangeRule(start, end, family) {
  start = asAddress(start, family, 'start');
  end = asAddress(end, family, 'end');
  const first = toNumber(start.address, start.family);
  const last = toNumber(end.address, end.family);
  if (start.family !== end.family || first > last)
    throw new codes.ERR_INVALID_ARG_VALUE('start', start, 'must come before end');
  return { family: start.family, first, last,
           text: `Range: ${label(start.family)} ${start.address}-${end.address}` };
}

function subnetRule(network, prefix, family) {
  network = asAddress(network, family, 'network');
  const width = network.family === 'ipv4' ? 32 : 128;
  validateInt32(prefix, 'prefix', 0, width);
  const hosts = (1n << BigInt(width - prefix)) - 1n;
  const value = toNumber(network.address, network.family);
  return { family: network.family, first: value & ~hosts, last: value | hosts,
           text: `Subnet: ${label(network.family)} ${network.address}/${prefix}` };
}

function cidrRule(cidr) {
  validateString(cidr, 'cidr');
  const match = RegExpPrototypeExec.call(/^([^/]+)\/(\d+)$/, cidr);
  if (!match)
    throw new codes.ERR_INVALID_ARG_VALUE('cidr', cidr);
  const isSix = StringPrototypeIncludes.call(match[1], ':');
  return subnetRule(match[1], Number(match[2]), isSix ? 'ipv6' : 'ipv4');
}

class BlockList {
  #rules = new SafeArray(); // newest first, as they are shown

  // Networks without public addresses.
  static PRIVATE_RANGES = ObjectFreeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16',
    'fe80::/10', 'fc00::/7',
  ]);

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  #add(rule) {
    if (!ArrayPrototypeSome.call(this.#rules, ({ text }) => text === rule.text))
      this.#rules.unshift(rule);
  }

  // Adds all rules, or none if one is invalid.
  #addAll(list, makeRule) {
    const rules = new SafeArray();
    for (let i = 0; i < list.length; i++)
      rules.push(makeRule(list[i]));
    for (let i = 0; i < rules.length; i++)
      this.#add(rules[i]);
  }

  #remove(rule) {
    const rules = new SafeArray();
    for (let i = 0; i < this.#rules.length; i++) {
      if (this.#rules[i].text !== rule.text)
        rules.push(this.#rules[i]);
    }
    this.#rules = rules;
  }

  addAddress(address, family = 'ipv4') { this.#add(addressRule(address, family)); }

  addAddresses(addresses, family = 'ipv4') {
    validateArray(addresses, 'addresses');
    this.#addAll(addresses, (address) => addressRule(address, family));
  }

  addRange(start, end, family = 'ipv4') { this.#add(rangeRule(start, end, family)); }
  addSubnet(network, prefix, family = 'ipv4') { this.#add(subnetRule(network, prefix, family)); }
  addCIDR(cidr) { this.#add(cidrRule(cidr)); }

  addCIDRs(cidrs) {
    validateArray(cidrs, 'cidrs');
    this.#addAll(cidrs, cidrRule);
  }

  removeAddress(address, family = 'ipv4') { this.#remove(addressRule(address, family)); }
  removeRange(start, end, family = 'ipv4') { this.#remove(rangeRule(start, end, family)); }
  removeSubnet(network, prefix, family = 'ipv4') {
    this.#remove(subnetRule(network, prefix, family));
  }
  removeCIDR(cidr) { this.#remove(cidrRule(cidr)); }

  clear() { this.#rules = new SafeArray(); }

  get size() { return this.#rules.length; }

  check(address, family = 'ipv4') {
    if (!SocketAddress.isSocketAddress(address)) {
      validateString(address, 'address');
      try {
        address = new SocketAddress({
          __proto__: null, address, family: checkFamily(family, 'family'),
        });
      } catch (err) {
        if (err.code === 'ERR_INVALID_ADDRESS')
          return false;
        throw err;
      }
    }
    const value = toNumber(address.address, address.family);
    const isMapped = address.family === 'ipv6' && value >> 32n === 0xffffn;
    const mapped = isMapped ? value & 0xffffffffn : null;
    return ArrayPrototypeSome.call(this.#rules, ({ family: kind, first, last }) => {
      if (kind === address.family)
        return value >= first && value <= last;
      // An IPv4 address and the IPv6 address that it is mapped to are the same host.
      if (kind === 'ipv4')
        return mapped !== null && mapped >= first && mapped <= last;
      const wide = value | (0xffffn << 32n);
      return wide >= first && wide <= last;
    });
  }

  get rules() { return ArrayPrototypeMap.call(this.#rules, ({ text }) => text); }

  toJSON() { return this.rules; }

  // A copy in the same thread has the same rules, also those that are added later.
  [kClone]() {
    const copy = new BlockList();
    copy.#rules = this.#rules;
    return copy;
  }

  [kPack]() { return ['internal/net/blocklist', 'unpackList', this.rules]; }

  fromJSON(data) {
    const list = typeof data === 'string' ? parseJson(data) : data;
    if (!ArrayIsArray(list) ||
        ArrayPrototypeSome.call(list, (item) => typeof item !== 'string'))
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], data);
    for (let i = list.length - 1; i >= 0; i--)
      this.#parse(list[i]);
  }

  #parse(rule) {
    const match = RegExpPrototypeExec.call(/^(Address|Range|Subnet): (IPv[46]) (\S+)$/, rule);
    if (!match)
      return;
    const { 1: kind, 2: name, 3: what } = match;
    const family = StringPrototypeToLowerCase.call(name);
    if (kind === 'Address')
      this.addAddress(what, family);
    else if (kind === 'Range') {
      const { 0: start, 1: end } = StringPrototypeSplit.call(what, '-');
      this.addRange(start, end, family);
    } else {
      const { 0: network, 1: prefix } = StringPrototypeSplit.call(what, '/');
      this.addSubnet(network, Number(prefix), family);
    }
  }

  [kInspect](depth, options) {
    if (depth < 0)
      return '[BlockList]';
    return `BlockList ${inspectInside({ rules: this.rules }, options)}`;
  }
}

function unpackList(rules) {
  const list = new BlockList();
  list.fromJSON(rules);
  return list;
}

const unpackAddress = (data) => new SocketAddress(data);

module.exports = { unpackAddress, unpackList, BlockList, SocketAddress };
