// Chunks that fill a response are sent together in the next tick. 'drain' comes also when the
// socket takes all of them at once.
const assert = require('assert');
const http = require('http');

const COUNT = 20, TEXT = 'x'.repeat(100000);
const server = http.createServer((req, res) => {
  let left = COUNT;
  const write = () => {
    if (left === 0)
      return res.end();
    left--;
    assert.strictEqual(res.write(TEXT), false);
    assert.strictEqual(res.writableNeedDrain, true);
  };
  res.on('drain', write);
  write();
}).listen(0, '127.0.0.1', () => {
  http.get({ port: server.address().port, host: '127.0.0.1' }, (res) => {
    let size = 0;
    res.on('data', (chunk) => { size += chunk.length; });
    res.on('end', () => {
      assert.strictEqual(size, COUNT * TEXT.length);
      server.close();
    });
  });
});
