'use strict';
// node:string_decoder: text out of bytes that arrive in pieces.

const { StringDecoder } = require('internal/string_decoder');

module.exports = { StringDecoder };
