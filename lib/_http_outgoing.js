'use strict';
// The old name of a part of http.
const { OutgoingMessage, kHighWaterMark } = require('internal/http/outgoing');
const { validateHeaderName, validateHeaderValue } = require('internal/http/headers');
module.exports = { OutgoingMessage, kHighWaterMark, validateHeaderName, validateHeaderValue };
