'use strict';
// A megabyte in chunks up and down again is the same megabyte; trailers come with its end.
const assert = require('assert');
const http = require('http');

const data = Buffer.alloc(1 << 20, 'abcdefghijklm');
let ended = 0;
const server = http.createServer((req, res) => {
  res.setHeader('Trailer', 'X-Sum');
  req.pipe(res, { end: false });
  req.on('end', () => {
    assert.deepStrictEqual(req.rawTrailers, ['X-Up', '1', 'x-up', '2']);
    assert.strictEqual(req.trailers['x-up'], '1, 2');
    assert.deepStrictEqual(req.trailersDistinct['x-up'], ['1', '2']);
    res.addTrailers({ 'X-Sum': 'done' });
    res.end();
    ended++;
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const req = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false }, (res) => {
    const parts = [];
    res.on('data', (part) => parts.push(part));
    res.on('end', () => {
      assert.ok(Buffer.concat(parts).equals(data));
      assert.deepStrictEqual({ ...res.trailers }, { 'x-sum': 'done' });
      assert.strictEqual(res.complete, true);
      ended++;
      server.close();
    });
  });
  req.addTrailers([['X-Up', '1'], ['x-up', '2']]);
  for (let i = 0; i < data.length; i += 65536)
    req.write(data.subarray(i, i + 65536));
  req.end();
});
process.on('exit', () => assert.strictEqual(ended, 2));
