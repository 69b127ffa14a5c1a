// Workers are killed under load and replaced. A request that fails was offered to a worker that was
// killed: none is lost on its way, and none by a living worker. At the end the port is free.
// differs from Node: a connection on its way to a worker that dies is closed
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');
const { isFree, startLoad } = require('./fixtures/load.js');

const ROUNDS = +(process.env.TEST_ROUNDS || 5);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
const log = path.join(folder, 'offers');
const primary = fork(path.join(__dirname, 'fixtures/http-cluster.js'), [log]);
const message = () => new Promise((resolve) => primary.once('message', resolve));

async function main() {
  const { port } = await message();
  const load = startLoad(port);
  const killed = new Set();
  for (let i = 0; i < ROUNDS; i++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    primary.send('kill');
    killed.add(`${(await message()).killed}`);
  }
  await load.stop();
  assert(load.answered > ROUNDS);
  // From the port of the client to the workers. A port may be used again.
  const offers = new Map();
  for (const line of fs.readFileSync(log, 'utf8').trim().split('\n')) {
    const [from, pid] = line.split(' ');
    offers.set(from, [...offers.get(from) ?? [], pid]);
  }
  for (const from of load.failed) {
    const pids = offers.get(`${from}`) ?? [];
    assert(pids.some((pid) => killed.has(pid)), `${from} was offered to ${pids}`);
  }
  const exited = new Promise((resolve) => primary.on('exit', (...args) => resolve(args)));
  primary.disconnect();
  assert.deepStrictEqual(await exited, [0, null]);
  assert.strictEqual(await isFree(port), true);
  fs.rmSync(folder, { recursive: true });
}
main();
