'use strict';
// http2 over TLS: createSecureServer(), and the socket of connect() for https.

const { ArrayPrototypePush } = primordials;
const net = require('net');
const tls = require('tls');
const { addMethods, initServer, kOptions, serverOptions, startSession } =
  require('internal/http2/server');
const { clearTimeout, setTimeout } = require('timers');

class Http2SecureServer extends tls.Server {
  constructor(options, handler) {
    options = secureOptions(options);
    super(options, onConnection);
    initServer(this, options, handler);
    if (options.allowHTTP1 === true)
      require('internal/http2/fallback').prepare(this, options);
    this.on('tlsClientError', onClientError);
  }
}
addMethods(Http2SecureServer, tls.Server);

function secureOptions(options) {
  options = serverOptions(options);
  if (options.ALPNProtocols === undefined && options.ALPNCallback === undefined) {
    options.ALPNProtocols = ['h2'];
    if (options.allowHTTP1 === true)
      ArrayPrototypePush.call(options.ALPNProtocols, 'http/1.1');
  }
  return options;
}

function onClientError(error, socket) {
  if (this.listenerCount('clientError') > 0)
    this.emit('clientError', error, socket);
}

function onConnection(socket) {
  const options = this[kOptions];
  if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
    if (options.allowHTTP1 === true) {
      require('internal/http2/fallback').serve(this, socket);
      return;
    }
    refuse(this, socket, options);
    return;
  }
  startSession(this, socket);
}

// The client has not negotiated HTTP/2, and HTTP/1 is not allowed.
function refuse(server, socket, options) {
  const timer = setTimeout(() => socket.destroy(), options.unknownProtocolTimeout).unref();
  socket.once('close', () => clearTimeout(timer));
  if (server.emit('unknownProtocol', socket))
    return;
  const text = `${socket.alpnProtocol ? 'Unknown' : 'Missing'} ALPN Protocol, ` +
    'expected `h2` to be available.\n' +
    'If this is a HTTP request: The server was not configured with the `allowHTTP1` option or a ' +
    'listener for the `unknownProtocol` event.\n';
  socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n' +
    `Content-Length: ${text.length}\r\n\r\n${text}`);
}

function createSecureServer(options, handler) {
  return new Http2SecureServer(options, handler);
}

function connect(port, host, options) {
  return tls.connect(port, host, {
    __proto__: null,
    ...options,
    ALPNProtocols: options.ALPNProtocols ?? ['h2'],
    servername: options.servername ?? (net.isIP(host) ? undefined : host),
  });
}

module.exports = { connect, createSecureServer };
