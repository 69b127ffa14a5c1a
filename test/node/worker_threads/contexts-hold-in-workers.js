// AsyncLocalStorage in a worker: ports call listeners in the context that made the channel, locks
// in that of the request; the events of a Worker come in the context that made it.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const { Worker, MessageChannel, isMainThread, parentPort } = require('worker_threads');

const storage = new AsyncLocalStorage();
const log = [];
const say = (what) => log.push(`${what}: ${storage.getStore()}`);

function inWorker() {
  say('start');
  storage.run('channel', () => {
    const { port1, port2 } = new MessageChannel();
    storage.run('listener', () => port1.on('message', () => {
      say('message');
      port1.close();
    }));
    port1.on('close', () => {
      say('close');
      storage.run('lock', () => lock());
    });
    storage.run('sender', () => port2.postMessage(1));
  });
}

async function lock() {
  await navigator.locks.request('name', async () => {
    say('granted');
    await null;
    say('after await');
  });
  say('released');
  parentPort.postMessage(log);
}

function inMain() {
  const worker = storage.run('worker', () => new Worker(__filename));
  worker.on('online', () => say('online'));
  worker.on('message', (theirs) => {
    say('message');
    assert.deepStrictEqual(theirs, [
      'start: undefined', 'message: channel', 'close: channel', 'granted: lock',
      'after await: lock', 'released: lock',
    ]);
  });
  worker.on('exit', () => {
    say('exit');
    assert.deepStrictEqual(log, ['online: worker', 'message: worker', 'exit: worker']);
  });
}

if (isMainThread)
  inMain();
else
  inWorker();
