// A Writable emits 'finish' a tick after the last callback of _write(), also if that came late.
// A write without a callback counts as done at once, so a stream that is constructed later finishes
// in the tick in which it is constructed.
const { Writable } = require('stream');

function watch(name, stream) {
  for (const event of ['prefinish', 'finish', 'close'])
    stream.on(event, () => console.log(name, event));
  return stream;
}
function ticks(count, name) {
  for (let i = 1, next = Promise.resolve(); i <= count; i++)
    next = next.then(() => new Promise((resolve) => process.nextTick(() => {
      console.log(name, 'tick', i);
      resolve();
    })));
}

function late(next) {
  const stream = watch('late', new Writable({
    write(chunk, encoding, callback) { process.nextTick(callback); },
  }));
  stream.on('close', () => setImmediate(next));
  ticks(4, 'late');
  stream.end('a');
}
function constructed(next) {
  const stream = watch('constructed', new Writable({
    construct(callback) { process.nextTick(callback); },
    write(chunk, encoding, callback) { callback(); },
  }));
  stream.on('close', () => setImmediate(next));
  stream.write('a');
  stream.end();
}
function called(next) {
  const stream = watch('called', new Writable({
    write(chunk, encoding, callback) { callback(); },
  }));
  stream.on('close', () => setImmediate(next));
  stream.write('a', () => console.log('called back'));
  stream.end();
  process.nextTick(() => console.log('called tick 1'));
}
late(() => constructed(() => called(() => {})));
// => late prefinish
// => late finish
// => late close
// => late tick 1
// => late tick 2
// => late tick 3
// => late tick 4
// => constructed prefinish
// => constructed finish
// => constructed close
// => called prefinish
// => called back
// => called tick 1
// => called finish
// => called close
