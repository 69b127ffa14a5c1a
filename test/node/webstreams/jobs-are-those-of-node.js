'use strict';
// Transforms, pipes, tee(), from() and reads into buffers take as many promise jobs as in Node 26:
// each event stands behind the number of jobs since the stream was made.
const assert = require('node:assert');

let events;
let jobs;
const log = (name) => events.push(`${jobs}:${name}`);
const source = () => new ReadableStream({
  start(c) {
    c.enqueue(1);
    c.enqueue(2);
    c.close();
  },
});
const sink = (strategy) => new WritableStream({ write(v) { log(`c${v}`); } }, strategy);
async function read(stream) {
  for await (const v of stream)
    log(`c${v}`);
  log('end');
}
function use({ readable, writable }) {
  const w = writable.getWriter();
  w.write(1).then(() => log('w1'), () => log('w1 failed'));
  w.write(2).then(() => log('w2'), () => log('w2 failed'));
  w.close().then(() => log('closed'), () => log('close failed'));
  w.closed.catch(() => {});
  read(readable).catch(() => log('failed'));
}
const piped = (promise) => promise.then(() => log('done'), () => log('failed'));

const cases = [
  [() => use(new TransformStream()), '6:c1 7:w1 7:c2 9:w2 10:end 11:closed'],
  [() => use(new TransformStream({
    transform(v, c) {
      log(`t${v}`);
      c.enqueue(v);
    },
  })), '4:t1 6:c1 6:t2 7:w1 7:c2 9:w2 10:end 11:closed'],
  [() => use(new TransformStream({
    async transform(v, c) {
      await 1;
      c.enqueue(v);
      c.enqueue(v);
    },
    flush() { log('flush'); },
  })), '7:c1 8:c1 8:w1 11:c2 12:c2 12:flush 13:w2 14:end 15:closed'],
  [() => use(new TransformStream({ transform(v, c) { c.terminate(); } })),
   '6:end 7:w1 7:w2 failed 7:close failed'],
  [() => use(new TransformStream({ transform() { throw new Error('x'); } })),
   '7:w1 failed 7:w2 failed 7:close failed 8:failed'],
  [() => piped(source().pipeTo(sink())), '1:c1 2:c2 7:done'],
  [() => piped(source().pipeTo(sink({ highWaterMark: 3 }))), '1:c1 2:c2 7:done'],
  [() => piped(source().pipeThrough(new TransformStream()).pipeTo(sink())), '5:c1 7:c2 15:done'],
  [() => piped(source().pipeTo(new WritableStream({ write() { throw new Error('x'); } }))),
   '6:failed'],
  [() => {
    let n = 0;
    piped(new ReadableStream({
      async pull(c) {
        await 1;
        c.enqueue(n++);
        if (n > 1)
          c.close();
      },
    }, { highWaterMark: 0 }).pipeTo(sink()));
  }, '3:c0 6:c1 11:done'],
  // A pipe that has written nothing takes as many jobs to end as one that has.
  [() => piped(new ReadableStream({ start(c) { c.close(); } }).pipeTo(new WritableStream({
    close() { log('close'); },
  }))), '1:close 4:done'],
  [() => piped(new ReadableStream({ start(c) { c.error(new Error('x')); } }).pipeTo(
    new WritableStream({ abort() { log('abort'); } }))), '1:abort 4:failed'],
  [() => {
    const controller = new AbortController();
    piped(new ReadableStream({ cancel() { log('cancel'); } }).pipeTo(
      new WritableStream({ abort() { log('abort'); } }), { signal: controller.signal }));
    controller.abort();
  }, '1:abort 1:cancel 7:failed'],
  [() => source().tee().forEach(read), '4:c1 4:c1 5:c2 5:c2 tick:end tick:end'],
  [() => read(ReadableStream.from([1, Promise.resolve(2)])), '4:c1 7:c2 9:end'],
  [() => {
    const reader = new ReadableStream({
      type: 'bytes', start(c) { c.enqueue(new Uint8Array(4)); },
    }).getReader({ mode: 'byob' });
    reader.read(new Uint8Array(2)).then(() => log('r1'));
  }, '3:r1'],
  [() => new ReadableStream({ async start() {}, pull(c) { log('pull'); c.close(); } }), '3:pull'],
  [() => new WritableStream({ async start() {}, write() { log('write'); } }).getWriter().write(1),
   '3:write'],
];

async function count() {
  for (jobs = 0; jobs < 60; jobs++)
    await 0;
  jobs = 'tick';
}

function next() {
  const entry = cases.shift();
  if (entry === undefined)
    return;
  events = [];
  count();
  entry[0]();
  setImmediate(() => {
    assert.strictEqual(events.join(' '), entry[1], `${entry[0]}`);
    next();
  });
}
next();
