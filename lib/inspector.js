'use strict';
// node:inspector. The engine answers no commands of V8's protocol: a session connects, and each
// command fails as one that V8 does not know. So packages that load the module and inspect nothing,
// or do without what fails, run. There is no server for a debugger.

const { SafeWeakSet } = primordials;
const EventEmitter = require('events');
const { setMethod } = require('internal/prototypes');
const { codes } = require('internal/errors');
const { validateFunction, validateObject, validateString } = require('internal/validators');

const connected = new SafeWeakSet();

class Session extends EventEmitter {
  constructor() { super(); }

  connect() {
    if (connected.has(this))
      throw new codes.ERR_INSPECTOR_ALREADY_CONNECTED('The inspector session');
    connected.add(this);
  }

  connectToMainThread() {
    if (require('worker_threads').isMainThread)
      throw new codes.ERR_INSPECTOR_NOT_WORKER();
    this.connect();
  }

  post(method, params, callback) {
    validateString(method, 'method');
    if (callback === undefined && typeof params === 'function') {
      callback = params;
      params = null;
    }
    if (params)
      validateObject(params, 'params');
    if (callback)
      validateFunction(callback, 'callback');
    if (!connected.has(this))
      throw new codes.ERR_INSPECTOR_NOT_CONNECTED();
    if (callback)
      callback(new codes.ERR_INSPECTOR_COMMAND(-32601, `'${method}' wasn't found`));
  }

  disconnect() {
    connected.delete(this);
  }
}

// For a debugger that is not there.
const nothing = (names) => {
  const object = {};
  for (let i = 0; i < names.length; i++)
    setMethod(object, names[i], () => {});
  return object;
};

module.exports = {
  open() { throw new codes.ERR_INSPECTOR_NOT_AVAILABLE(); },
  close() {},
  url() { return undefined; },
  waitForDebugger() { throw new codes.ERR_INSPECTOR_NOT_ACTIVE(); },
  console: nothing([
    'debug', 'error', 'info', 'log', 'warn', 'dir', 'dirxml', 'table', 'trace', 'group',
    'groupCollapsed', 'groupEnd', 'clear', 'count', 'countReset', 'assert', 'profile',
    'profileEnd', 'time', 'timeLog', 'timeEnd', 'timeStamp', 'context',
  ]),
  Session,
  Network: nothing([
    'requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed', 'dataSent',
    'dataReceived', 'webSocketCreated', 'webSocketClosed', 'webSocketHandshakeResponseReceived',
  ]),
  NetworkResources: nothing(['put']),
  DOMStorage: nothing([
    'domStorageItemAdded', 'domStorageItemRemoved', 'domStorageItemUpdated',
    'domStorageItemsCleared', 'registerStorage',
  ]),
};
