'use strict';
// The old name of a part of http.
const { ClientRequest } = require('internal/http/client');
module.exports = { ClientRequest };
