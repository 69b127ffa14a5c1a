'use strict';
// The server of hello.cjs, over TLS.
const https = require('node:https');
const server = https.createServer(require('../keys.cjs'), (request, response) =>
  response.end('Hello World\n'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
