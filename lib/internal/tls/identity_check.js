'use strict';
// tls.checkServerIdentity as the module has it, until a program replaces it.

function checkServerIdentity(hostname, cert) {
  return require('internal/tls/identity').checkServerIdentity(hostname, cert);
}

module.exports = { checkServerIdentity };
