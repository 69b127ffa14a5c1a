// fetch() of 1 KB from a server in the same process, one at a time.
const { measure } = require('./lib.cjs');
const http = require('http');
const body = Buffer.alloc(1024, 'x');
const server = http.createServer((req, res) => res.end(body));
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  measure(3000, async (n, done) => {
    for (let i = 0; i < n; i++)
      await (await fetch(url)).text();
    done();
  });
});
