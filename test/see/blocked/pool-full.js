// Twelve passwords at once, four threads.
// says: gyre: the pool is full: \d+ jobs wait for its 4 threads, the first since \d+ ms; 4 of them are busy with \w+\. Start fewer at a time, or set UV_THREADPOOL_SIZE\.
const { pbkdf2 } = require('crypto');
for (let i = 0; i < 12; i++)
  pbkdf2('secret', 'salt', 2e5, 64, 'sha512', () => {});
