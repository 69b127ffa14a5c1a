'use strict';
// Transfer of AbortSignals: the received signal is aborted by a message. The original signal stays
// usable and can be transferred again.

const { ObjectDefineProperties } = primordials;
const { AbortController, isAbortSignal } = require('internal/abort_controller');
const { kIsDetached, kPack, kTransfer } = require('internal/messaging/transfer');
const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;

const hidden = (value) => ({ __proto__: null, value, configurable: true, writable: true });

// The other end of it aborts with the signal.
function portOf(signal) {
  const { MessageChannel } = require('internal/messaging/port');
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  signal.addEventListener('abort', () => {
    port1.postMessage(signal.reason);
    port1.close();
  }, { __proto__: null, once: true });
  return port2;
}

function transferableAbortSignal(signal) {
  if (!isAbortSignal(signal))
    throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  const state = () => ({ __proto__: null, aborted: signal.aborted, reason: signal.reason });
  return ObjectDefineProperties(signal, {
    __proto__: null,
    [kTransfer]: hidden(() => receive(state(), signal.aborted ? [] : [portOf(signal)])),
    [kPack]: hidden(() => ['internal/messaging/abort_signal', 'receive', state(),
                           signal.aborted ? [] : [portOf(signal)]]),
    [kIsDetached]: hidden(false),
  });
}

function receive({ aborted, reason }, ports) {
  const controller = new AbortController();
  if (aborted) {
    controller.abort(reason);
  } else {
    const port = ports[0];
    port.on('message', (value) => {
      controller.abort(value);
      port.close();
    });
    port.unref();
  }
  return transferableAbortSignal(controller.signal);
}

function transferableAbortController() {
  const controller = new AbortController();
  transferableAbortSignal(controller.signal);
  return controller;
}

module.exports = { receive, transferableAbortController, transferableAbortSignal };
