// A string of 64 bytes to a Buffer and back, ASCII.
const { measureSync } = require('./lib.cjs');
const text = 'GET /index.html HTTP/1.1 Host: example.org Accept: text/html ok';
measureSync(500000, (n) => {
  for (let i = 0; i < n; i++)
    Buffer.from(text, 'latin1').toString('latin1');
});
