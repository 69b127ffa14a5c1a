'use strict';
// The old name of a part of http.
const { OutgoingMessage } = require('internal/http/outgoing');
const { validateHeaderName, validateHeaderValue } = require('internal/http/headers');
module.exports = { OutgoingMessage, validateHeaderName, validateHeaderValue };
