// More passwords at once than there are threads, until that has been said.
// says: gyre: the pool is full: \d+ jobs wait for its 4 threads, the first since \d+ ms; 4 of them are busy with \w+\. Start fewer at a time, or set UV_THREADPOOL_SIZE\.
const { pbkdf2 } = require('crypto');
let reported = false;
process.stdin.once('data', () => {
  reported = true;
  process.stdin.destroy();
});
function hash() {
  if (!reported)
    pbkdf2('secret', 'salt', 1e5, 64, 'sha512', hash);
}

for (let i = 0; i < 12; i++)
  hash();
