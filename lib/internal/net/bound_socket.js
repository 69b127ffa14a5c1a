'use strict';
// net.BoundSocket: a socket that is bound but neither listens nor connects. A server or a socket
// adopts it.
//
// (1) The handle has one owner: this object until it is adopted, then the adopter. `bound` of the
//     handle marks its origin: the path of a unix socket, or true.

const { ObjectHasOwn, SymbolDispose } = primordials;
const { codes, exceptionWithHostPort } = require('internal/errors');
const { validateBoolean, validateObject, validatePort, validateString } =
  require('internal/validators');
const { isIP } = require('internal/net/ip');
const { kAdopt } = require('internal/net/args');

const TCP_OPTIONS = ['host', 'port', 'ipv6Only', 'reusePort'];

function refuseTcpOptions(options) {
  for (let i = 0; i < TCP_OPTIONS.length; i++) {
    const name = TCP_OPTIONS[i];
    if (ObjectHasOwn(options, name) && options[name] !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        `options.${name}`, options[name], 'cannot be combined with options.path');
    }
  }
}

// Throws the error of a handle that could not be bound.
function check(handle, err, address, port) {
  if (err) {
    handle.close();
    throw exceptionWithHostPort(err, 'bind', address, port);
  }
}

function bindPipe(options) {
  const { path } = options;
  validateString(path, 'options.path');
  refuseTcpOptions(options);
  const { Pipe } = require('internal/handle');
  const handle = new Pipe();
  check(handle, handle.bind(path), path);
  handle.bound = path;
  return handle;
}

function bindTcp(options) {
  const { ipv6Only = false, reusePort = false } = options;
  validateBoolean(ipv6Only, 'options.ipv6Only');
  validateBoolean(reusePort, 'options.reusePort');
  const { host = ipv6Only ? '::' : '0.0.0.0', port = 0 } = options;
  validateString(host, 'options.host');
  if (!isIP(host)) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.host', host, 'must be a numeric IP address');
  }
  validatePort(port, 'options.port');
  const { UV_TCP_IPV6ONLY, UV_TCP_REUSEPORT } = internalBinding('tcp_wrap');
  const { TCP } = require('internal/handle');
  const handle = new TCP();
  const flags = (ipv6Only ? UV_TCP_IPV6ONLY : 0) | (reusePort ? UV_TCP_REUSEPORT : 0);
  check(handle, handle.bind(host, port | 0, flags), host, port);
  // That an address is in use is reported by the next call.
  check(handle, handle.getsockname({ __proto__: null }), host, port);
  handle.bound = true;
  return handle;
}

class BoundSocket {
  #handle;
  #path = null;
  #isAdopted = false;

  constructor(options = { __proto__: null }) {
    validateObject(options, 'options');
    if (options.path !== undefined) {
      this.#handle = bindPipe(options);
      this.#path = options.path;
    } else
      this.#handle = bindTcp(options);
  }

  #check() {
    if (this.#isAdopted)
      throw new codes.ERR_SOCKET_HANDLE_ADOPTED();
  }

  get isPipe() { return this.#path !== null; }

  address() {
    this.#check();
    if (this.#path !== null)
      return this.#path;
    const out = { __proto__: null };
    const err = this.#handle === null ? internalBinding('uv').UV_EBADF :
      this.#handle.getsockname(out);
    if (err)
      throw require('internal/errors').errnoException(err, 'address');
    return { address: out.address, family: out.family, port: out.port };
  }

  fd() {
    this.#check();
    return this.#handle === null ? -1 : this.#handle.fd;
  }

  close() {
    this.#check();
    if (this.#handle === null)
      return;
    this.#handle.close();
    this.#handle = null;
  }

  [SymbolDispose]() {
    if (!this.#isAdopted)
      this.close();
  }

  [kAdopt]() {
    this.#check();
    if (this.#handle === null)
      throw new codes.ERR_SOCKET_CLOSED();
    this.#isAdopted = true;
    const handle = this.#handle;
    this.#handle = null;
    return handle;
  }
}

module.exports = { BoundSocket };
