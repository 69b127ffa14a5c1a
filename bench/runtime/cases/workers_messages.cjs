// Messages to a worker and back. "number", "object", "1 KB": one after the other. "1000 objects":
// a thousand are posted before the first answer is awaited. "64 MB": by clone and by transfer.
const { Worker, isMainThread, parentPort } = require('worker_threads');

const ROUNDS = 5;

if (!isMainThread) {
  parentPort.on('message', (value) => {
    if (value instanceof ArrayBuffer && value.byteLength > 1e6)
      parentPort.postMessage(value, [value]);
    else
      parentPort.postMessage(value);
  });
} else {
  main();
}

function once(worker) {
  return new Promise((resolve) => worker.once('message', resolve));
}

// n round trips, `width` in flight.
function trips(worker, n, width, make) {
  return new Promise((resolve) => {
    let sent = 0, got = 0;
    const send = () => { sent++; worker.postMessage(make()); };
    const onMessage = () => {
      if (++got === n) {
        worker.off('message', onMessage);
        resolve();
      } else if (sent < n) {
        send();
      }
    };
    worker.on('message', onMessage);
    for (let i = 0; i < width; i++)
      send();
  });
}

async function best(n, body) {
  let least = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const began = process.hrtime.bigint();
    await body(n);
    least = Math.min(least, Number(process.hrtime.bigint() - began) / n);
  }
  return least;
}

async function main() {
  const worker = new Worker(__filename);
  const figures = {};
  const object = { id: 17, name: 'a name', list: [1, 2, 3], nested: { x: 1.5, ok: true } };
  const bytes = new Uint8Array(1024);
  figures.number = await best(5000, (n) => trips(worker, n, 1, () => 5));
  figures.object = await best(5000, (n) => trips(worker, n, 1, () => object));
  figures['1 KB'] = await best(5000, (n) => trips(worker, n, 1, () => bytes));
  figures['1000 objects'] = await best(20000, (n) => trips(worker, n, 1000, () => object));
  let big = new ArrayBuffer(64 << 20);
  figures['64 MB clone'] = await best(1, async () => {
    worker.postMessage(big);
    await once(worker);
  });
  figures['64 MB transfer'] = await best(1, async () => {
    worker.postMessage(big, [big]);
    big = await once(worker);
  });
  console.log(JSON.stringify({ figures }));
  process.exit(0);
}
