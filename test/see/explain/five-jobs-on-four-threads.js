// The fifth job of the thread pool waits until one of four threads is free.
const { pbkdf2 } = require('crypto');
const derive = (callback) => pbkdf2('secret', 'salt', 20000, 64, 'sha512', callback);
let done = 0;
for (let i = 0; i < 4; i++)
  derive(() => done++);
// Fifty times as long as the others: it ends last, also where threads do not get the same share.
pbkdf2('secret', 'salt', 1000000, 64, 'sha512', function fifth() { console.log('fifth'); });

// => main - 1 - 0 main - main
// => io - 6 3 + poll - poll-io
// => io - 6 3 * poll - *
// => io - 6 3 * poll - *
// => io - 6 3 * poll - *
// => io fifth 8 8 + poll - pool
// says: The thread pool has 4 threads, and this was the fifth job: it had to wait for a free thread
// shows: fifth
