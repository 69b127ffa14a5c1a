'use strict';
// Shared by servers and clients: strictness options, and the error of a reset connection.

const { codes } = require('internal/errors');
const { setMethod } = require('internal/prototypes');
const { validateBoolean, validateOneOf } = require('internal/validators');

// Validates the options for strictness. Only one of them may be set.
function checkValidation({ insecureHTTPParser, httpValidation }) {
  if (insecureHTTPParser !== undefined)
    validateBoolean(insecureHTTPParser, 'options.insecureHTTPParser');
  if (httpValidation === undefined)
    return;
  validateOneOf(httpValidation, 'options.httpValidation', ['strict', 'relaxed', 'insecure']);
  if (insecureHTTPParser !== undefined)
    throw new codes.ERR_INVALID_ARG_VALUE('options.httpValidation', httpValidation,
                                          'cannot be used with insecureHTTPParser');
}

let lenientByDefault; // asked for each message, so the option is read once

// --insecure-http-parser. The first message that is parsed so because of it warns.
function isDefaultLenient() {
  if (lenientByDefault === undefined) {
    lenientByDefault = !!internalBinding('options').get('--insecure-http-parser');
    if (lenientByDefault)
      process.emitWarning('Using insecure HTTP parsing');
  }
  return lenientByDefault;
}

const isLenient = ({ insecureHTTPParser, httpValidation }) =>
  insecureHTTPParser ?? (httpValidation === 'insecure' ||
    (httpValidation === undefined && isDefaultLenient()));

function connReset(message) {
  const err = new primordials.Error(message);
  setMethod(err, 'code', 'ECONNRESET');
  return err;
}

module.exports = { checkValidation, connReset, isLenient };
