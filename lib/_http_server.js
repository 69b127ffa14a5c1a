'use strict';
// The old name of a part of http.
const { Server, connectionListener, kChecking } = require('internal/http/server');
const { ServerResponse } = require('internal/http/response');
const { STATUS_CODES } = require('internal/http/status');
module.exports = { STATUS_CODES, Server, ServerResponse, _connectionListener: connectionListener,
                   kConnectionsCheckingInterval: kChecking };
