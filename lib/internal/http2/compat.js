'use strict';
// The compatibility API of a server: its streams as requests and responses of http.

const { Http2ServerRequest } = require('internal/http2/compat_request');
const { Http2ServerResponse } = require('internal/http2/compat_response');

function onServerStream(server, Request, Response, stream, headers, flags, raw) {
  const request = new Request(stream, headers, undefined, raw);
  const response = new Response(stream);
  if (headers[':method'] === 'CONNECT') {
    if (!server.emit('connect', request, response)) {
      response.statusCode = 405;
      response.end();
    }
    return;
  }
  if (headers.expect === undefined)
    server.emit('request', request, response);
  else if (headers.expect === '100-continue')
    continueRequest(server, request, response);
  else if (server.listenerCount('checkExpectation') > 0)
    server.emit('checkExpectation', request, response);
  else {
    response.statusCode = 417;
    response.end();
  }
}

function continueRequest(server, request, response) {
  if (server.listenerCount('checkContinue') > 0) {
    server.emit('checkContinue', request, response);
    return;
  }
  response.writeContinue();
  server.emit('request', request, response);
}

module.exports = { Http2ServerRequest, Http2ServerResponse, onServerStream };
