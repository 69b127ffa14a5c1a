// ioredis, redis, bullmq: a Redis that is killed and comes back
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const net = require('node:net');
const Redis = require('ioredis');
const { createClient } = require('redis');
const { Queue, Worker } = require('bullmq');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function start(port) { // it writes its log before it answers
  const child = spawn('redis-server', ['--port', port, '--bind', '127.0.0.1', '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''], { stdio: 'ignore' });
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write('PING\r\n');
      if (`${(await once(socket, 'data'))[0]}`.startsWith('+PONG'))
        return child;
    } catch {
      // not yet
    } finally {
      socket.destroy();
    }
    await sleep(20);
  }
}

(async () => {
  const port = await freePort(), host = '127.0.0.1';
  let server = await start(port);
  process.on('exit', () => server.kill('SIGKILL'));
  const io = new Redis({ port, host, retryStrategy: () => 50, maxRetriesPerRequest: null });
  const strict = new Redis({ port, host, retryStrategy: () => 50, maxRetriesPerRequest: 0 });
  const plain = createClient({ socket: { port, host, reconnectStrategy: 50 } });
  for (const client of [io, strict, plain])
    client.on('error', () => {});
  await plain.connect();
  const connection = { port, host, maxRetriesPerRequest: null, retryStrategy: () => 50 };
  const queue = new Queue('q', { connection });
  queue.on('error', () => {});
  const done = new Set();
  const worker = new Worker('q', async (job) => { done.add(job.data.i); }, { connection, lockDuration: 1000, stalledInterval: 1000, maxStalledCount: 100 });
  worker.on('error', () => {});

  let working = true, refused = 0;
  const names = new Set();
  const acknowledged = { io: 0, strict: 0, plain: 0, queue: 0 };
  const loop = async (name, write) => {
    for (let i = 0; working; i++) {
      try {
        await write(i);
        acknowledged[name]++;
      } catch (error) {
        refused++;
        names.add(`${name} ${error.name}`);
        await sleep(20);
      }
    }
  };
  const loops = [
    loop('io', (i) => io.sadd('io', i)), loop('strict', (i) => strict.sadd('strict', i)),
    loop('plain', (i) => plain.sAdd('plain', `${i}`)), loop('queue', (i) => queue.add('job', { i })),
  ];
  for (let round = 0; round < 3; round++) {
    const marks = { ...acknowledged };
    while (Object.keys(marks).some((name) => acknowledged[name] < marks[name] + 30))
      await sleep(10);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await sleep(100);
    server = await start(port);
  }
  const marks = { ...acknowledged };
  while (Object.keys(marks).some((name) => acknowledged[name] < marks[name] + 30))
    await sleep(10);
  working = false;
  await Promise.all(loops);
  while (await queue.getJobCountByTypes('waiting', 'active', 'delayed') > 0)
    await sleep(20);
  for (const name of ['io', 'strict', 'plain'])
    console.log(name, 'lost:', Math.max(0, acknowledged[name] - await io.scard(name)));
  console.log('queue lost:', Math.max(0, acknowledged.queue - done.size));
  console.log(refused > 0, [...names].filter((name) => name.startsWith('strict')));
  await worker.close();
  await queue.close();
  io.disconnect();
  strict.disconnect();
  plain.destroy();
  server.kill('SIGKILL');
})();
