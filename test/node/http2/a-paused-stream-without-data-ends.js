// A stream that is paused after its last chunk ends when the peer has closed it; it need not be
// resumed.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const events = [];
const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond({}, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end('x');
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST' });
  req.on('data', () => {
    events.push('data');
    req.pause();
  });
  for (const event of ['trailers', 'end', 'close'])
    req.on(event, () => events.push(event));
  req.on('close', () => client.close(() => server.close()));
  req.end('q');
});
process.on('exit', () => assert.deepStrictEqual(events, ['data', 'trailers', 'end', 'close']));
