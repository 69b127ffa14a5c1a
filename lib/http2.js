'use strict';
// node:http2: HTTP/2 on libnghttp2 (docs/http2.md).

const { connect } = require('internal/http2/connect');
const { constants } = require('internal/http2/constants');
const { createServer, performServerHandshake } = require('internal/http2/server');
const { getDefaultSettings, getPackedSettings, getUnpackedSettings } =
  require('internal/http2/settings');
const { kSensitiveHeaders: sensitiveHeaders } = require('internal/http2/headers');
const { Http2ServerRequest, Http2ServerResponse } = require('internal/http2/compat');

function createSecureServer(options, handler) {
  return require('internal/http2/secure').createSecureServer(options, handler);
}

module.exports = {
  connect,
  constants,
  createServer,
  createSecureServer,
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  performServerHandshake,
  sensitiveHeaders,
  Http2ServerRequest,
  Http2ServerResponse,
};
