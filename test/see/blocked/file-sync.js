// A thousand small calls that each are quick: the line that makes them.
// phase: timers
const fs = require('fs');
setTimeout(function scan() {
  for (const end = Date.now() + 400; Date.now() < end;) // <-- here
    fs.statSync('/'); // <-- here
}, 5);
