// All workers are replaced one after the other, under load, and every request gets its answer.
// differs from Node: its http server closes connections whose request has not come yet
const assert = require('assert');
const path = require('path');
const { fork } = require('child_process');
const { isFree, startLoad } = require('./fixtures/load.js');

const ROUNDS = +(process.env.TEST_ROUNDS || 3);
const primary = fork(path.join(__dirname, 'fixtures/http-cluster.js'), ['/dev/null']);
const message = () => new Promise((resolve) => primary.once('message', resolve));

async function main() {
  const { port } = await message();
  const load = startLoad(port);
  for (let i = 0; i < ROUNDS; i++) {
    primary.send('restart');
    assert.strictEqual((await message()).restarted, 2);
  }
  await load.stop();
  assert(load.answered > 0);
  assert.deepStrictEqual(load.failed, []);
  const exited = new Promise((resolve) => primary.on('exit', (...args) => resolve(args)));
  primary.disconnect();
  assert.deepStrictEqual(await exited, [0, null]);
  assert.strictEqual(await isFree(port), true);
}
main();
