'use strict';
// net.SocketAddress and net.BlockList.

const { codes, genericNodeError } = require('internal/errors');
const { validateArray, validateInt32, validateObject, validatePort, validateString,
        validateUint32 } = require('internal/validators');
const { isIPv4, isIPv6 } = require('internal/net/ip');

const kInspect = Symbol.for('nodejs.util.inspect.custom');

// An address as one number, 32 or 128 bits wide.
function toNumber(address, family) {
  if (family === 'ipv4')
    return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  const zone = address.indexOf('%');
  if (zone !== -1)
    address = address.slice(0, zone);
  const tail = address.lastIndexOf(':');
  if (address.includes('.')) {
    const four = toNumber(address.slice(tail + 1), 'ipv4');
    const hex = `${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
    address = `${address.slice(0, tail)}:${hex}`;
  }
  const [head, rest] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = rest ? rest.split(':') : [];
  const groups = rest === undefined ? left :
    [...left, ...new Array(8 - left.length - right.length).fill('0'), ...right];
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

// The shortest text of an IPv6 address: the longest run of zeros becomes "::".
function toText(value) {
  const groups = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n)
    groups.push(((value >> shift) & 0xffffn).toString(16));
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
    return groups.join(':');
  return `${groups.slice(0, best.at).join(':')}::${groups.slice(best.at + best.length).join(':')}`;
}

const fourText = (value) =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

function checkFamily(family, name) {
  validateString(family, name);
  const lower = family.toLowerCase();
  if (lower !== 'ipv4' && lower !== 'ipv6')
    throw new codes.ERR_INVALID_ARG_VALUE(name, family);
  return lower;
}

function inspectInside(fields, options) {
  const depth = options.depth == null ? null : options.depth - 1;
  return require('util').inspect(fields, { ...options, depth });
}

class SocketAddress {
  #address;
  #family;
  #port;
  #flowlabel;

  constructor(options = {}) {
    validateObject(options, 'options');
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
      const { hostname, port } = new URL(`http://${input}`);
      if (hostname[0] === '[')
        return new SocketAddress({ address: hostname.slice(1, -1), port: port | 0,
                                   family: 'ipv6' });
      return new SocketAddress({ address: hostname, port: port | 0 });
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
  return new SocketAddress({ address: value, family });
};
const label = (family) => (family === 'ipv4' ? 'IPv4' : 'IPv6');

// What a rule covers, and how it is shown; two rules with the same text are one.
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
  const match = /^([^/]+)\/(\d+)$/.exec(cidr);
  if (!match)
    throw new codes.ERR_INVALID_ARG_VALUE('cidr', cidr);
  return subnetRule(match[1], Number(match[2]), match[1].includes(':') ? 'ipv6' : 'ipv4');
}

class BlockList {
  #rules = []; // newest first, as they are shown

  // Networks that no public address belongs to.
  static PRIVATE_RANGES = Object.freeze([
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1/128', '169.254.0.0/16',
    'fe80::/10', 'fc00::/7',
  ]);

  static isBlockList(value) {
    return typeof value === 'object' && value !== null && #rules in value;
  }

  #add(rule) {
    if (!this.#rules.some(({ text }) => text === rule.text))
      this.#rules.unshift(rule);
  }

  #remove(rule) {
    this.#rules = this.#rules.filter(({ text }) => text !== rule.text);
  }

  addAddress(address, family = 'ipv4') { this.#add(addressRule(address, family)); }

  addAddresses(addresses, family = 'ipv4') {
    validateArray(addresses, 'addresses');
    for (const rule of addresses.map((address) => addressRule(address, family)))
      this.#add(rule);
  }

  addRange(start, end, family = 'ipv4') { this.#add(rangeRule(start, end, family)); }
  addSubnet(network, prefix, family = 'ipv4') { this.#add(subnetRule(network, prefix, family)); }
  addCIDR(cidr) { this.#add(cidrRule(cidr)); }

  addCIDRs(cidrs) {
    validateArray(cidrs, 'cidrs');
    for (const rule of cidrs.map(cidrRule)) // all or, when one is bad, none
      this.#add(rule);
  }

  removeAddress(address, family = 'ipv4') { this.#remove(addressRule(address, family)); }
  removeRange(start, end, family = 'ipv4') { this.#remove(rangeRule(start, end, family)); }
  removeSubnet(network, prefix, family = 'ipv4') {
    this.#remove(subnetRule(network, prefix, family));
  }
  removeCIDR(cidr) { this.#remove(cidrRule(cidr)); }

  clear() { this.#rules = []; }

  get size() { return this.#rules.length; }

  check(address, family = 'ipv4') {
    if (!SocketAddress.isSocketAddress(address)) {
      validateString(address, 'address');
      try {
        address = new SocketAddress({ address, family: checkFamily(family, 'family') });
      } catch (err) {
        if (err.code === 'ERR_INVALID_ADDRESS')
          return false;
        throw err;
      }
    }
    const value = toNumber(address.address, address.family);
    const isMapped = address.family === 'ipv6' && value >> 32n === 0xffffn;
    const mapped = isMapped ? value & 0xffffffffn : null;
    return this.#rules.some(({ family: kind, first, last }) => {
      if (kind === address.family)
        return value >= first && value <= last;
      // An IPv4 address inside IPv6 is the same host, and the other way round.
      if (kind === 'ipv4')
        return mapped !== null && mapped >= first && mapped <= last;
      const wide = value | (0xffffn << 32n);
      return wide >= first && wide <= last;
    });
  }

  get rules() { return this.#rules.map(({ text }) => text); }

  toJSON() { return this.rules; }

  fromJSON(data) {
    const list = typeof data === 'string' ? JSON.parse(data) : data;
    if (!Array.isArray(list) || list.some((item) => typeof item !== 'string'))
      throw new codes.ERR_INVALID_ARG_TYPE('data', ['string', 'string[]'], data);
    for (const rule of list.slice().reverse())
      this.#parse(rule);
  }

  #parse(rule) {
    const match = /^(Address|Range|Subnet): (IPv[46]) (\S+)$/.exec(rule);
    if (!match)
      return;
    const [, kind, name, what] = match;
    const family = name.toLowerCase();
    if (kind === 'Address')
      this.addAddress(what, family);
    else if (kind === 'Range')
      this.addRange(...what.split('-'), family);
    else {
      const [network, prefix] = what.split('/');
      this.addSubnet(network, Number(prefix), family);
    }
  }

  [kInspect](depth, options) {
    if (depth < 0)
      return '[BlockList]';
    return `BlockList ${inspectInside({ rules: this.rules }, options)}`;
  }
}

module.exports = { BlockList, SocketAddress };
