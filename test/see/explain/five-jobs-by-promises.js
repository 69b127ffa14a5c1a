// Work on the pool that is awaited: the fifth job waits for a thread as one with a callback does.
const pbkdf2 = require('util').promisify(require('crypto').pbkdf2);
async function job(rounds) { await pbkdf2('a', 'b', rounds, 64, 'sha512'); }
for (let i = 0; i < 4; i++)
  job(100000);
(async function fifth() { await pbkdf2('a', 'b', 100000, 64, 'sha512'); })();

// says: continues after await of crypto.pbkdf2 fifth()
// says: The thread pool has 4 threads, and this was the fifth job: it had to wait for a free thread
