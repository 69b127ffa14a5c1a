'use strict';
// net.SocketAddress and net.BlockList.

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeFindIndex, ArrayPrototypeJoin,
  ArrayPrototypeMap, ArrayPrototypePush,
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

function checkFamily(family) {
  const lower = typeof family === 'string' ? StringPrototypeToLowerCase.call(family) : '';
  if (lower !== 'ipv4' && lower !== 'ipv6')
    throw new codes.ERR_INVALID_ARG_VALUE('options.family', family);
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
    const family = checkFamily(options.family === undefined ? 'ipv4' : options.family);
    const { address = family === 'ipv4' ? '127.0.0.1' : '::', port = 0, flowlabel = 0 } = options;
    validateString(address, 'options.address');
    validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    if (!(family === 'ipv4' ? isIPv4(address) : isIPv6(address)))
      throw genericNodeError('Invalid socket address', { code: 'ERR_INVALID_ADDRESS' });
    this.#family = family;
    this.#address = family === 'ipv4' ? address : toText(toNumber(address, family));
    this.#port = port | 0;
    this.#flowlabel = family === 'ipv4' ? 0 : flowlabel;
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
  validateString(family, 'family');
  return new SocketAddress({ __proto__: null, address: value, family });
};
const label = (family) => (family === 'ipv4' ? 'IPv4' : 'IPv6');

// A rule: the addresses that match, its text, and its place: addresses are shown before subnets,
// these before ranges.
const ADDRESS = 0, SUBNET = 1, RANGE = 2;

function addressRule(address, family) {
  address = asAddress(address, family, 'address');
  const value = toNumber(address.address, address.family);
  return { place: ADDRESS, family: address.family, first: value, last: value,
           text: `Address: ${label(address.family)} ${address.address}` };
}

function rangeRule(start, end, family) {
  start = asAddress(start, family, 'start');
  end = asAddress(end, family, 'end');
  const first = toNumber(start.address, start.family);
  const last = toNumber(end.address, end.family);
  if (start.family !== end.family || first > last)
    throw new codes.ERR_INVALID_ARG_VALUE('start', start, 'must come before end');
  return { place: RANGE, family: start.family, first, last,
           text: `Range: ${label(start.family)} ${start.address}-${end.address}` };
}

function subnetRule(network, prefix, family) {
  network = asAddress(network, family, 'network');
  const width = network.family === 'ipv4' ? 32 : 128;
  validateInt32(prefix, 'prefix', 0, width);
  const hosts = (1n << BigInt(width - prefix)) - 1n;
  const value = toNumber(network.address, network.family);
  return { place: SUBNET, family: network.family, first: value & ~hosts, last: value | hosts,
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

// "Address: IPv4 1.2.3.4", "Range: IPv6 ::1-::9", "Subnet: IPv4 10.0.0.0/8".
const RULE = /^(Address|Range|Subnet): (IPv[46]) ([^\s/-]+)(?:([/-])(\S+))?$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[\da-f:.]+$/i;

class BlockList {
  #rules = new SafeArray(); // as they are shown: newest first in each place

  // Networks without public addresses.
  static PRIVATE_RANGES = ObjectFreeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16',
    'fe80::/10', 'fc00::/7',
  ]);

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  // An address counts once, a subnet or range as often as it is added.
  #add(rule) {
    const rules = this.#rules;
    if (rule.place === ADDRESS && this.#find(rule) !== -1)
      return;
    let at = 0;
    while (at < rules.length && rules[at].place < rule.place)
      at++;
    rules.splice(at, 0, rule);
  }

  #find({ text }) {
    return ArrayPrototypeFindIndex.call(this.#rules, (rule) => rule.text === text);
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
    const at = this.#find(rule);
    if (at !== -1)
      this.#rules.splice(at, 1);
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
      validateString(family, 'family');
      try {
        address = new SocketAddress({ __proto__: null, address, family });
      } catch {
        return false;
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
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], list);
    for (let i = list.length - 1; i >= 0; i--)
      this.#parse(list[i]);
  }

  // Text that is no rule is ignored; a rule that looks like one must be valid.
  #parse(text) {
    const match = RegExpPrototypeExec.call(RULE, text);
    if (!match)
      return;
    const { 1: kind, 2: name, 3: address, 4: separator, 5: rest } = match;
    const family = StringPrototypeToLowerCase.call(name);
    const isAddress = RegExpPrototypeExec.call(family === 'ipv4' ? IPV4 : IPV6, address) !== null;
    if (!isAddress)
      return;
    if (kind === 'Address' && separator === undefined)
      this.addAddress(address, family);
    else if (kind === 'Range' && separator === '-')
      this.addRange(address, rest, family);
    else if (kind === 'Subnet' && separator === '/')
      this.addSubnet(address, Number(rest), family);
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
