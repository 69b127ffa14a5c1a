// A BroadcastChannel reaches the channels of its name in all threads, but not itself.
const assert = require('assert');
const { Worker, BroadcastChannel } = require('worker_threads');

const COUNT = 3;
const channel = new BroadcastChannel('news');
const other = new BroadcastChannel('other');
other.onmessage = assert.fail;
other.unref();
const got = [];
channel.onmessage = ({ data }) => {
  got.push(data);
  if (data === 'ready' && got.filter((each) => each === 'ready').length === COUNT)
    channel.postMessage({ go: new Int32Array(new SharedArrayBuffer(4)) });
  if (got.length === 2 * COUNT) {
    channel.close();
    other.close();
  }
};
const workers = [];
for (let i = 0; i < COUNT; i++) {
  workers.push(new Worker(`
    const { BroadcastChannel } = require('worker_threads');
    const channel = new BroadcastChannel('news');
    channel.onmessage = ({ data }) => {
      if (!data.go) return;
      channel.postMessage({ count: Atomics.add(data.go, 0, 1) });
      channel.close();
    };
    channel.postMessage('ready');
  `, { eval: true }));
}
process.on('exit', () => {
  const counts = got.filter((each) => each !== 'ready').map(({ count }) => count).sort();
  assert.deepStrictEqual(counts, [0, 1, 2]);
});
