// A string of 1 KB to a Buffer and back, UTF-8 with some that is not ASCII.
const { measureSync } = require('./lib.cjs');
const text = 'The quick brown fox jumps over the lazy d\u00f6g. '.repeat(23);
measureSync(100000, (n) => {
  for (let i = 0; i < n; i++)
    Buffer.from(text, 'utf8').toString('utf8');
});
