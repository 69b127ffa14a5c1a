'use strict';
const { step, text, call } = require('../harness.js');
const cluster = require('node:cluster');
const net = require('node:net');

const exec = __dirname + '/fixtures/cluster_worker.js';

step('settings', () => {
  cluster.setupPrimary({ exec, args: ['arg'] });
  return text(cluster.isPrimary, cluster.isWorker, cluster.settings.exec === exec,
    cluster.settings.args[0]);
});
step('a worker and a connection', async () => {
  const worker = cluster.fork({ WORD: 'w' });
  const { value: address } = await call(
    (done) => worker.on('listening', (given) => done(null, given)));
  const socket = net.connect(address.port, '127.0.0.1');
  socket.setEncoding('utf8');
  const { value: greeting } = await call(
    (done) => socket.on('data', (data) => done(null, data)));
  const answer = call((done) => worker.on('message', (message) => done(null, message)));
  worker.send({ question: 5 });
  const { value: message } = await answer;
  const ended = call((done) => worker.on('exit', (code, signal) => done(null, code, signal)));
  worker.disconnect();
  const { value: code, other: signal } = await ended;
  return text(address.addressType, greeting, message.answer, code, signal,
    worker.exitedAfterDisconnect, worker.isDead(), cluster.workers[worker.id]);
});
step('a handle to a worker', async () => {
  const worker = cluster.fork();
  await call((done) => worker.on('listening', () => done(null)));
  const server = net.createServer((socket) => {
    worker.send('take', socket);
    server.close();
  });
  await call((done) => server.listen(0, '127.0.0.1', () => done(null)));
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.setEncoding('utf8');
  const { value } = await call((done) => socket.on('data', (data) => done(null, data)));
  const ended = call((done) => cluster.disconnect(() => done(null)));
  await ended;
  return text(value);
});
