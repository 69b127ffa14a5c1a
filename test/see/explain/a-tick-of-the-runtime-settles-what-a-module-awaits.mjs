// What a module waits for is settled by a tick that is not the program's: its promise jobs had run before.
import { once } from 'node:events';
import { Readable } from 'node:stream';
const stream = Readable.from(['a', 'b']);
stream.resume();
await once(stream, 'end');
console.log('ended');

// => main - 1 - 0 main - module
// => await - 6 6 0 main promises job-after-own-ticks
// shows: ended
// says: One of them settled what this job waited for
