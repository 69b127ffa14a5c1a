'use strict';
const { step, text, call } = require('../harness.js');
const { Worker } = require('node:worker_threads');

step('worker', async () => {
  const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    parentPort.once('message', (value) => parentPort.postMessage([value, workerData]));
  `, { eval: true, workerData: { a: new Map([[1, [2]]]) } });
  const answered = call((done) => worker.on('message', (value) => done(null, value)));
  const ended = call((done) => worker.on('exit', (code) => done(null, code)));
  worker.postMessage({ text: 'x', bytes: new Uint8Array(3) });
  const { value } = await answered;
  const { value: code } = await ended;
  return text(value[0].text, value[0].bytes.length, value[1].a.get(1)[0], code);
});
step('terminate', async () => {
  const worker = new Worker('while (true);', { eval: true });
  await call((done) => worker.on('online', () => done()));
  return text(await worker.terminate());
});
