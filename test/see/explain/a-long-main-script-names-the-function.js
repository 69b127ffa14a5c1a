// The loop cannot begin while the main script computes: the function that does is named.
const { createHash } = require('crypto');
function hash() {
  for (const end = Date.now() + 500; Date.now() < end;)
    createHash('sha256').update('x').digest();
}
setTimeout(function wanted() {}, 100);
hash();

// => main - 1 - 0 main - main
// => timer wanted 7 7 + timers - busy
// says: The main script kept the loop busy for
// says: most of it in hash(), at a-long-main-script-names-the-function.js:
// says: so this 100 ms timer ran
