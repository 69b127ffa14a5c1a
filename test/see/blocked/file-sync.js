// A thousand small calls that each are quick: the line that makes them.
// phase: timers
const fs = require('fs');
const reported = require('./shared/reported');
setTimeout(function scan() {
  while (Atomics.load(reported, 0) === 0) // <-- here
    fs.statSync('/'); // <-- here
}, 5);
