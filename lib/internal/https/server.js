'use strict';
// https.Server: a tls.Server whose connections speak HTTP.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf, ReflectApply,
  ReflectOwnKeys,
} = primordials;
const tls = require('tls');
const http = require('internal/http/server');
const { validateObject } = require('internal/validators');

function Server(options, requestListener) {
  if (!(this instanceof Server))
    return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = { __proto__: null };
  } else if (options == null)
    options = { __proto__: null };
  else {
    validateObject(options, 'options');
    options = { __proto__: null, ...options };
  }
  if (!options.ALPNProtocols && !options.ALPNCallback)
    options.ALPNProtocols = ['http/1.1'];
  options.noDelay ??= true;
  http.storeOptions(this, options);
  ReflectApply(tls.Server, this, [options]);
  this.allowHalfOpen = true; // a client may end before it has its answer
  http.serve(this, 'secureConnection', options, requestListener);
  this.on('tlsClientError', onClientError);
}
ObjectSetPrototypeOf(Server.prototype, tls.Server.prototype);
ObjectSetPrototypeOf(Server, tls.Server);

function onClientError(err, socket) {
  if (!this.emit('clientError', err, socket))
    socket.destroy(err);
}

// All methods of http.Server.
const keys = ReflectOwnKeys(http.Server.prototype);
for (let i = 0; i < keys.length; i++) {
  if (keys[i] !== 'constructor')
    ObjectDefineProperty(Server.prototype, keys[i], {
      __proto__: null, ...ObjectGetOwnPropertyDescriptor(http.Server.prototype, keys[i]),
    });
}

module.exports = { Server };
