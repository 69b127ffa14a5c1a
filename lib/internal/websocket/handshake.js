'use strict';
// The opening handshake of a WebSocket: a GET request with an upgrade, and the check of the
// response.

const { ArrayPrototypeIncludes, ArrayPrototypeJoin, StringPrototypeSlice,
        StringPrototypeToLowerCase } = primordials;
const { OFFER, readExtensions } = require('internal/websocket/inflate');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

function acceptOf(key) {
  return require('crypto').createHash('sha1').update(key + GUID).digest('base64');
}

// Returns the text of an error of the response, or the agreed { protocol, extensions, inflate }.
function check(res, key, protocols) {
  const { headers } = res;
  if (StringPrototypeToLowerCase.call(headers.upgrade ?? '') !== 'websocket')
    return 'Server did not set Upgrade header to "websocket".';
  if (headers['sec-websocket-accept'] !== acceptOf(key))
    return 'Incorrect hash received in Sec-WebSocket-Accept header.';
  const inflate = readExtensions(headers['sec-websocket-extensions']);
  if (inflate === undefined)
    return 'Sec-WebSocket-Extensions header does not match.';
  const protocol = headers['sec-websocket-protocol'];
  if (protocol !== undefined && !ArrayPrototypeIncludes.call(protocols, protocol))
    return 'Protocol was not set in the opening handshake.';
  return {
    __proto__: null, protocol: protocol ?? '', inflate,
    extensions: headers['sec-websocket-extensions'] ?? '',
  };
}

// Calls done(problem, agreed, socket, head), once. Returns a function that ends the attempt.
function open(url, protocols, headers, done) {
  const isSecure = url.protocol === 'wss:';
  const { request } = isSecure ? require('https') : require('http');
  const key = require('internal/crypto/random').randomBytes(16).toString('base64');
  const { hostname } = url;
  const fields = {
    '__proto__': null, ...headers, 'Connection': 'Upgrade', 'Upgrade': 'websocket',
    'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Extensions': OFFER,
  };
  if (protocols.length > 0)
    fields['Sec-WebSocket-Protocol'] = ArrayPrototypeJoin.call(protocols, ',');
  const req = request({
    __proto__: null, agent: false, headers: fields,
    hostname: hostname[0] === '[' ? StringPrototypeSlice.call(hostname, 1, -1) : hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : url.port, path: url.pathname + url.search,
  });
  let isDone = false;
  const finish = (problem, agreed, socket, head) => {
    if (isDone)
      return;
    isDone = true;
    done(problem, agreed, socket, head);
  };
  req.on('upgrade', (res, socket, head) => {
    const agreed = check(res, key, protocols);
    if (typeof agreed === 'string') {
      socket.destroy();
      finish(agreed);
    } else
      finish(null, agreed, socket, head);
  });
  req.on('response', (res) => {
    res.destroy();
    finish('Received network error or non-101 status code.');
  });
  req.on('error', (error) => finish('Received network error or non-101 status code.', error));
  req.end();
  return () => req.destroy();
}

module.exports = { open };
