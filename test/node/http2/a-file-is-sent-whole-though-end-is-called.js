// respondWithFD() and respondWithFile() end the stream with the file; end() before that changes
// nothing.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http2 = require('http2');

const { size } = fs.statSync(__filename);
const fd = fs.openSync(__filename, 'r');
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  const fields = { 'content-length': size };
  if (headers[':path'] === '/fd')
    stream.respondWithFD(fd, fields, { offset: 0 });
  else
    stream.respondWithFile(__filename, fields);
  if (headers[':path'] === '/fd')
    stream.end();
});

let got = 0;
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let open = 2;
  for (const path of ['/fd', '/file']) {
    const req = client.request({ ':path': path });
    req.on('data', (chunk) => { got += chunk.length; });
    req.on('close', () => --open === 0 && client.close(() => server.close()));
  }
});
process.on('exit', () => assert.strictEqual(got, 2 * size));
