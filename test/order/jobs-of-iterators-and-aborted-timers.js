// Iterators of streams, composed streams and timers with a signal take as many promise jobs as in
// Node: a row of jobs counts beside them.
const { Duplex } = require('stream');
const { setTimeout: wait } = require('timers/promises');

async function counted(label, start) {
  let jobs = 0;
  let stopped = false;
  const count = () => {
    if (!stopped && jobs++ < 100)
      Promise.resolve().then(count);
  };
  const show = (what) => console.log(`${label}: ${what} ${jobs}`);
  const done = start(show);
  count();
  await done;
  stopped = true;
}

(async () => {
  await counted('web stream', async (show) => {
    for await (const v of new ReadableStream({ start(c) { c.enqueue('a'); c.close(); } }))
      show(v);
    show('end');
  });
  await counted('calls at once', async (show) => {
    const values = new ReadableStream({ start(c) { c.enqueue('a'); c.enqueue('b'); } }).values();
    await Promise.all([values.next().then(() => show('first')),
                       values.next().then(() => show('second'))]);
    await values.return();
    show('return');
  });
  await counted('aborted timer', (show) => {
    const controller = new AbortController();
    const done = wait(1000, 1, { signal: controller.signal }).catch((e) => show(e.name));
    controller.abort();
    return done;
  });
  await counted('function', (show) => {
    const duplex = Duplex.from(async function* (source) {
      for await (const v of source)
        yield `${v}!`;
    });
    duplex.on('data', show);
    duplex.end('a');
    return new Promise((resolve) => { duplex.on('close', resolve); });
  });
})();
// => web stream: a 4
// => web stream: end 5
// => calls at once: first 4
// => calls at once: second 7
// => calls at once: return 12
// => aborted timer: AbortError 6
// => function: a! 101
