'use strict';
// The deprecated module _tls_common: secure contexts.

process.emitWarning('The _tls_common module is deprecated. Use `node:tls` instead.',
                    'DeprecationWarning', 'DEP0192');
const { SecureContext, createSecureContext } = require('internal/tls/context');

module.exports = { SecureContext, createSecureContext };
