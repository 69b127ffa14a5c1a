// fetch() of 1 KB from a server in the same process, 64 at a time.
const { measure } = require('./lib.cjs');
const http = require('http');
const body = Buffer.alloc(1024, 'x');
const server = http.createServer((req, res) => res.end(body));
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  measure(6400, async (n, done) => {
    let left = n;
    const one = async () => {
      while (left-- > 0)
        await (await fetch(url)).text();
    };
    await Promise.all(Array.from({ length: 64 }, one));
    done();
  });
});
