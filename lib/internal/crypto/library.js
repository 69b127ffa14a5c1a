'use strict';
// State of OpenSSL that belongs to the process: its secure heap, and the FIPS mode.

const {
  codes: { ERR_CRYPTO_OPERATION_FAILED, ERR_WORKER_UNSUPPORTED_OPERATION },
} = require('internal/errors');
const binding = internalBinding('crypto');

// The heap is made when OpenSSL is loaded (--secure-heap, --secure-heap-min).
function secureHeapUsed() {
  const { 0: total, 1: min, 2: used } = binding.secureHeap();
  return { total, used, utilization: used / total, min };
}

// In FIPS mode OpenSSL looks for algorithms of FIPS providers only. Without such a provider it
// finds none, as in Node.
const getFips = () => (binding.fipsMode() ? 1 : 0);

function setFips(value) {
  if (!internalBinding('worker').isMainThread)
    throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling crypto.setFips()');
  if (!binding.setFipsMode(!!value))
    throw new ERR_CRYPTO_OPERATION_FAILED('Failed to change the FIPS mode');
}

module.exports = { getFips, secureHeapUsed, setFips };
