// A pipe whose source has read ahead writes the next chunk in the tick of 'drain': the source has
// announced its chunks before.
const { Readable, Writable } = require('stream');

let i = 0;
const source = new Readable({ read() { this.push(i < 4 ? 'abcd'[i++] : null); } });
const sink = new Writable({
  highWaterMark: 1,
  write(chunk, encoding, callback) {
    console.log('write', String(chunk));
    process.nextTick(callback);
  },
});
for (const event of ['pause', 'resume', 'end', 'close'])
  source.on(event, () => console.log('source', event));
for (const event of ['drain', 'finish', 'close'])
  sink.on(event, () => console.log('sink', event));
let left = 9;
process.nextTick(function tick() {
  console.log('tick');
  if (--left > 0)
    process.nextTick(tick);
});
source.pipe(sink);
// => tick
// => source resume
// => write a
// => source pause
// => tick
// => sink drain
// => tick
// => write b
// => source pause
// => source resume
// => tick
// => sink drain
// => write c
// => source pause
// => tick
// => source resume
// => sink drain
// => tick
// => source resume
// => write d
// => source pause
// => tick
// => source end
// => tick
// => source close
// => sink finish
// => tick
// => sink close
