// fetch() of 100 MB that are read as a stream: nanoseconds per KB. The peak of memory is in
// docs/bench-runtime.md.
const { measure } = require('./lib.cjs');
const http = require('http');
const SIZE = 100 << 20;
const part = Buffer.alloc(65536, 'x');
const server = http.createServer((req, res) => {
  let left = SIZE;
  const more = () => {
    while (left > 0) {
      left -= part.length;
      if (!res.write(part))
        return;
    }
    res.end();
  };
  res.writeHead(200, { 'content-length': SIZE });
  res.on('drain', more);
  more();
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  measure(SIZE / 1024, async (n, done) => {
    let length = 0;
    for await (const chunk of (await fetch(url)).body)
      length += chunk.length;
    if (length !== SIZE)
      throw new Error(`${length} bytes`);
    done();
  });
});
