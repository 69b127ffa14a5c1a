// The primary is killed under load, at random moments: its workers exit, and the port is free.
const assert = require('assert');
const path = require('path');
const { fork } = require('child_process');
const { isFree, startLoad } = require('./fixtures/load.js');

const ROUNDS = +(process.env.TEST_ROUNDS || 5);

async function round(policy) {
  const primary = fork(path.join(__dirname, 'fixtures/http-cluster.js'), ['/dev/null'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_CLUSTER_SCHED_POLICY: policy },
  });
  const { port } = await new Promise((resolve) => primary.once('message', resolve));
  const load = startLoad(port);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
  // Workers have the other end of the pipe, too: 'close' comes when all of them are gone.
  const closed = new Promise((resolve) => primary.on('close', (...args) => resolve(args)));
  primary.kill('SIGKILL');
  assert.deepStrictEqual(await closed, [null, 'SIGKILL']);
  await load.stop();
  assert.strictEqual(await isFree(port), true);
}

async function main() {
  for (let i = 0; i < ROUNDS; i++)
    await round(i % 2 ? 'none' : 'rr');
}
main();
