// Workers that get no descriptors emit ERR_WORKER_INIT_FAILED, those that started before go on, and
// one that never returns to its loop can still be ended.
const assert = require('assert');
const fs = require('fs');
const { spawnSync } = require('child_process');
const { Worker } = require('worker_threads');

const LIMIT = 96;

if (process.argv[2] !== 'limited') {
  const result = spawnSync('/bin/sh', ['-c', `ulimit -n ${LIMIT} && exec "$0" "$1" limited`,
                                       process.execPath, __filename], { encoding: 'utf8' });
  assert.deepStrictEqual([result.status, result.signal, result.stdout, result.stderr],
                         [0, null, '', '']);
} else {
  const worker = new Worker(
    "require('worker_threads').parentPort.postMessage(1); for (;;);", { eval: true });
  worker.on('message', fill);
  worker.on('exit', (code) => assert.strictEqual(code, 1));

  function fill() {
    const fds = [];
    assert.throws(() => {
      for (;;)
        fds.push(fs.openSync('/dev/null'));
    }, { code: 'EMFILE' });
    worker.terminate().then(() => {
      for (const fd of fds)
        fs.closeSync(fd);
      startMany();
    });
  }

  function startMany() {
    const all = [];
    let started = 0, failed = 0;
    for (let i = 0; i < LIMIT; i++) {
      const each = new Worker(
        "const { parentPort } = require('worker_threads');" +
        "parentPort.on('message', () => {}); parentPort.postMessage(1);", { eval: true });
      all.push(each);
      let expected = 1;
      each.on('message', () => { started++; end(); });
      each.on('error', (error) => {
        assert.strictEqual(error.code, 'ERR_WORKER_INIT_FAILED');
        assert.strictEqual(error.message, 'Worker initialization failure: EMFILE');
        failed++;
        expected = 0;
        end();
      });
      each.on('exit', (code) => assert.strictEqual(code, expected));
    }
    function end() {
      if (started + failed < LIMIT)
        return;
      assert.ok(started > 0 && failed > 0, `${started} ${failed}`);
      for (const each of all)
        each.terminate();
    }
  }
}
