// Run: POSTGRES_PORT=5432 REDIS_PORT=6379 gyre examples/orders/crash.js [ROUNDS [SEED]]
// Shows: server.js and worker.js are killed by SIGKILL at random moments, ROUNDS times, while
// clients order and the restaurant sometimes refuses. At the end every order that was
// acknowledged must be in the database, and the restaurant must have been notified of every order
// in the database. Exit 1: one was lost.
// The moments follow from SEED, which is printed; what the kill interrupts depends on the
// machine.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { createPool, createQueue } = require('./stores.js');

const rounds = +process.argv[2] || 100;
const seed = +process.argv[3] || Date.now() % 1e6;
const CLIENTS = 8;
const LONGEST_LIFE = 500; // ms to its kill: from its start, or in three of four rounds from ready

const run = `${seed}-${Date.now()}`; // the keys of other runs may be in the database

let state = seed >>> 0;
function random() { // xorshift of 32 bits
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

const notified = new Map(); // id of an order: how often
let refused = 0;
const restaurant = http.createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
    if (Math.random() < 0.05) {
      refused++;
      response.writeHead(503).end();
      return;
    }
    const { id } = JSON.parse(text);
    notified.set(id, (notified.get(id) ?? 0) + 1);
    response.end();
  });
});

/** A child that is started again whenever it is gone, until stop(). */
class Service {
  constructor(file, args = [], env = {}) {
    Object.assign(this, { file, args, env, running: true, kills: 0 });
    this.start();
    process.on('exit', () => this.child.kill('SIGKILL'));
  }

  start() {
    this.child = spawn(process.execPath, [path.join(__dirname, this.file), ...this.args], {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.ready = once(this.child.stdout, 'data'); // both print a line when they can work
    this.ready.catch(() => {});
    this.ended = once(this.child, 'exit');
    this.ended.then(([code, signal]) => {
      if (!this.running)
        return;
      if (signal !== 'SIGKILL')
        throw new Error(`${this.file} ended by itself: ${code ?? signal}`);
      this.start();
    });
  }

  async kill() {
    const { ended } = this;
    this.kills += this.child.kill('SIGKILL');
    await ended;
  }

  stop() {
    this.running = false;
    return this.kill();
  }
}

const acknowledged = new Map(); // key of an order: its id
let again = 0, ordering = true;

/** One client: an order is sent with the same key until it is acknowledged. */
async function client(number, url) {
  for (let i = 0; ordering; i++) {
    const key = `${run}-${number}-${i}`;
    const body = JSON.stringify({ key, dish: `dish ${i}` });
    while (!acknowledged.has(key)) {
      try {
        const signal = AbortSignal.timeout(5000);
        const response = await fetch(url, { method: 'POST', body, signal });
        const text = await response.text();
        if (response.status === 201)
          acknowledged.set(key, JSON.parse(text).id);
        else
          throw new Error(text);
      } catch {
        again++;
        await sleep(20);
      }
    }
    await sleep(10);
  }
}

async function freePort() {
  const probe = http.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function killAtRandom(server, worker) {
  for (let round = 0; round < rounds; round++) {
    const which = Math.floor(random() * 3);
    if (random() < 0.75)
      await Promise.all([server.ready, worker.ready]);
    await sleep(random() * LONGEST_LIFE);
    await Promise.all([which !== 1 && server.kill(), which !== 0 && worker.kill()]);
  }
}

/** Waits until nothing is left to do. */
async function drain(pool, queue) {
  for (;;) {
    const { rows: [{ count }] } = await pool.query('select count(*) from outbox');
    const left = await queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
    if (+count === 0 && left === 0)
      return;
    await sleep(200);
  }
}

(async () => {
  console.log(`seed ${seed}, ${rounds} rounds`);
  const pool = createPool(), queue = createQueue();
  restaurant.listen(0, '127.0.0.1');
  await once(restaurant, 'listening');
  const port = await freePort();
  const short = { RETRY_DELAY: '50', LOCK_DURATION: '1000' };
  const server = new Service('server.js', [port], short);
  short.RESTAURANT = `http://127.0.0.1:${restaurant.address().port}`;
  const worker = new Service('worker.js', [], short);
  const clients = [];
  while (clients.length < CLIENTS)
    clients.push(client(clients.length, `http://127.0.0.1:${port}/orders`));
  await killAtRandom(server, worker);
  ordering = false;
  await Promise.all(clients);
  await drain(pool, queue);
  const { rows } = await pool.query('select id, key from orders where key like $1', [`${run}-%`]);
  const failed = await queue.getFailedCount();
  await Promise.all([server.stop(), worker.stop()]);

  const saved = new Map(rows.map((row) => [row.key, row.id]));
  const lostOrders = [...acknowledged].filter(([key, id]) => saved.get(key) !== id);
  const lostNotifications = rows.filter((row) => !notified.has(row.id));
  const twice = rows.filter((row) => notified.get(row.id) > 1);
  console.log(`${server.kills - 1} kills of the server, ${worker.kills - 1} of the worker`);
  console.log(`${acknowledged.size} orders acknowledged, ${rows.length} saved, ` +
              `${again} requests sent again`);
  console.log(`${notified.size} orders notified, ${twice.length} of them more than once, ` +
              `${refused} notifications refused`);
  console.log(`lost: ${lostOrders.length} orders, ${lostNotifications.length} notifications, ` +
              `${failed} failed jobs`);
  await Promise.all([pool.end(), queue.close()]);
  restaurant.closeAllConnections();
  restaurant.close();
  process.exitCode = lostOrders.length + lostNotifications.length + failed > 0 ? 1 : 0;
})();
