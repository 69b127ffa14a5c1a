// The writes of one burst to a Writable in object mode end in a tick, and 'finish' comes a tick
// after it; a Writable of bytes has no such tick.
'use strict';
const { Readable, Writable } = require('stream');

function watch(objectMode, next) {
  const stream = new Writable({ objectMode, write(chunk, encoding, callback) { callback(); } });
  const name = objectMode ? 'objects' : 'bytes';
  stream.on('finish', () => console.log(name, 'finish'));
  stream.on('close', next);
  stream.write('a');
  stream.write('b');
  console.log(name, stream._writableState.pendingcb, 'pending');
  process.nextTick(() => console.log(name, 'first tick'));
  stream.end();
  process.nextTick(() => console.log(name, 'second tick'));
}

function pipe() {
  let left = 1;
  const read = function() { this.push(left-- > 0 ? 'chunk' : null); };
  const from = new Readable({ objectMode: true, read });
  const to = new Writable({ objectMode: true, write(chunk, encoding, callback) { callback(); } });
  from.on('close', () => console.log('source closed'));
  to.on('finish', () => console.log('target finished'));
  from.pipe(to);
}

watch(false, () => watch(true, pipe));

// => bytes 0 pending
// => bytes first tick
// => bytes finish
// => bytes second tick
// => objects 1 pending
// => objects first tick
// => objects second tick
// => objects finish
// => source closed
// => target finished
