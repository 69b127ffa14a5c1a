'use strict';
// Addresses of DNS servers as programs write them: '1.2.3.4', '1.2.3.4:53', '::1', '[::1]:53'.

const {
  ArrayPrototypeToSpliced, SafeArray, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
} = primordials;
const { codes: { ERR_INVALID_IP_ADDRESS } } = require('internal/errors');
const { validateArray, validatePort, validateString } = require('internal/validators');
const { isIP } = require('internal/net/ip');

const USUAL_PORT = 53;
const MAX_LENGTH = 300;

function readPort(text, server) {
  for (let i = 0; i < text.length; i++) {
    if (text[i] < '0' || text[i] > '9')
      throw new ERR_INVALID_IP_ADDRESS(server);
  }
  if (text.length === 0)
    throw new ERR_INVALID_IP_ADDRESS(server);
  const port = +text;
  return port === 0 ? USUAL_PORT : validatePort(port, 'port', false);
}

// [address](:port or %zone)
function readBracketed(server) {
  const end = StringPrototypeIndexOf.call(server, ']');
  const address = StringPrototypeSlice.call(server, 1, end);
  if (end === -1 || isIP(address) === 0)
    throw new ERR_INVALID_IP_ADDRESS(server);
  const rest = StringPrototypeSlice.call(server, end + 1);
  if (rest[0] === ':')
    return { __proto__: null, address, port: readPort(StringPrototypeSlice.call(rest, 1), server) };
  if (rest !== '' && rest[0] !== '%')
    throw new ERR_INVALID_IP_ADDRESS(server);
  return { __proto__: null, address, port: USUAL_PORT };
}

function readServer(server) {
  if (server.length > MAX_LENGTH)
    throw new ERR_INVALID_IP_ADDRESS(`${StringPrototypeSlice.call(server, 0, MAX_LENGTH)}…`);
  if (isIP(server) !== 0)
    return { __proto__: null, address: server, port: USUAL_PORT };
  if (server[0] === '[')
    return readBracketed(server);
  const colon = StringPrototypeLastIndexOf.call(server, ':');
  const address = StringPrototypeSlice.call(server, 0, colon === -1 ? server.length : colon);
  if (colon === -1 || isIP(address) !== 4)
    throw new ERR_INVALID_IP_ADDRESS(server);
  return {
    __proto__: null, address, port: readPort(StringPrototypeSlice.call(server, colon + 1), server),
  };
}

// A link-local address needs its link, which c-ares 1.18 does not accept.
function isOfLink(address) {
  const start = StringPrototypeToLowerCase.call(StringPrototypeSlice.call(address, 0, 4));
  return address[3] !== ':' && StringPrototypeStartsWith.call(start, 'fe') &&
    (start[2] === '8' || start[2] === '9' || start[2] === 'a' || start[2] === 'b');
}

// [address, port, address, port, …], for the binding.
function readServers(servers) {
  validateArray(servers, 'servers');
  const list = new SafeArray();
  for (let i = 0; i < servers.length; i++) {
    if (!(i in servers))
      continue;
    const server = servers[i];
    validateString(server, `servers[${i}]`);
    const { address, port } = readServer(server);
    if (isIP(address) === 4 || !isOfLink(address))
      list.push(address, port);
  }
  return list;
}

function showServers(list) {
  const servers = new SafeArray();
  for (let i = 0; i + 1 < (list?.length ?? 0); i += 2) {
    const address = list[i];
    const port = list[i + 1];
    if (port === 0 || port === USUAL_PORT)
      servers.push(address);
    else
      servers.push(isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`);
  }
  return ArrayPrototypeToSpliced.call(servers);
}

module.exports = { readServers, showServers };
