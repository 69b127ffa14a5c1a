// flags: --experimental-eventsource --no-warnings
// differs from Node: its fetch() looks up then() of responses and chunks
'use strict';
// No then() of Object.prototype gets the response or the bytes of an event stream.
const assert = require('node:assert');
const http = require('node:http');

const server = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('data: secret\n\n');
}).listen(0, '127.0.0.1', () => {
  const seen = [];
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get() {
      seen.push(this);
      return undefined;
    },
  });
  const source = new globalThis.EventSource(`http://127.0.0.1:${server.address().port}/`);
  source.onmessage = ({ data }) => {
    delete Object.prototype.then;
    source.close();
    server.close();
    server.closeAllConnections();
    assert.strictEqual(data, 'secret');
    assert.deepStrictEqual(seen, []);
  };
});
