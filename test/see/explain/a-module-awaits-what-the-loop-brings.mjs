// The first thing behind a module comes from the loop: that the module was a promise job is not its reason.
import fs from 'node:fs';
for await (const { length } of fs.createReadStream(new URL(import.meta.url)))
  console.log(length > 0);

// says: What it waited for was settled in the poll phase
// shows: true
