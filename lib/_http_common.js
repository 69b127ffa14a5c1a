'use strict';
// The old name of a part of http: the checks of names and values, and the parser.
const { isBadValue, isToken } = require('internal/http/headers');
module.exports = {
  _checkInvalidHeaderChar: (value, isLenient = false) => isBadValue(value, isLenient),
  _checkIsHttpToken: (value) => isToken(`${value}`),
  CRLF: '\r\n',
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue$/i,
  get HTTPParser() { return require('internal/http/http_parser').HTTPParser; },
  get freeParser() { return require('internal/http/http_parser').freeParser; },
  get parsers() { return require('internal/http/http_parser').parsers; },
  get methods() { return require('internal/http/parser').METHOD_LIST; },
};
