'use strict';
// The old name of a part of http: the checks of names and values.
const { isBadValue, isToken } = require('internal/http/headers');
module.exports = {
  _checkInvalidHeaderChar: (value, isLenient = false) => isBadValue(value, isLenient),
  _checkIsHttpToken: (value) => isToken(`${value}`),
  CRLF: '\r\n',
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue$/i,
  HTTPParser: { kLenientHeaderValueRelaxed: 0 },
  get parsers() { return require('internal/http/parser').limit; },
  get methods() { return require('internal/http/parser').METHODS; },
};
