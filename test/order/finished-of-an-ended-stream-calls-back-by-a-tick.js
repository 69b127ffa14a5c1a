// finished() of a stream that is closed, or has ended on the side that is asked for, calls back by
// a tick of its own: after the events that are due before. It listens for nothing but 'error'.
const { PassThrough, Readable, finished } = require('stream');

const failed = new Readable({ read() {} });
failed.on('error', (err) => console.log('failed', err.message));
failed.on('close', () => console.log('failed close'));
failed.destroy(new Error('x'));
finished(failed, (err) => console.log('failed finished', err.message));
console.log(failed.eventNames().join(), failed.listenerCount('error'));

const ended = new PassThrough();
for (const event of ['end', 'finish', 'close'])
  ended.on(event, () => console.log('ended', event));
ended.resume();
ended.end('a');
finished(ended, { writable: false }, () => console.log('ended reading'));
finished(ended, { readable: false }, () => console.log('ended writing'));
// => close,error 2
// => failed x
// => failed close
// => failed finished x
// => ended end
// => ended writing
// => ended finish
// => ended reading
// => ended close
