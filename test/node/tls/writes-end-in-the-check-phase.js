'use strict';
// A write that the kernel accepts at once counts as buffered until the check phase. Its callback
// runs after ticks and promise jobs and before immediates; what was written meanwhile follows in
// the same phase.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const log = [];

function writeThree(socket, done) {
  setImmediate(() => log.push('immediate'));
  for (const name of ['a', 'b', 'c']) {
    socket.write(name, () => log.push(name));
    log.push(socket.bufferSize);
  }
  process.nextTick(() => log.push('tick'));
  Promise.resolve().then(() => log.push('job'));
  setImmediate(() => setImmediate(done));
}

const expected = [1, 2, 3, 'tick', 'job', 'a', 'b', 'c', 'immediate'];
const server = tls.createServer({ cert, key }, (socket) => socket.resume());
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' }, () => {
    // in the poll phase, the check phase and the timers phase
    writeThree(client, () => writeThree(client, () => setTimeout(() => writeThree(client, () => {
      client.end('d', () => log.push('end'));
      setImmediate(() => log.push('immediate'));
    }), 1)));
  });
  client.resume();
  client.on('finish', () => log.push('finish'));
  client.on('close', () => server.close());
});
process.on('exit', () => {
  assert.deepStrictEqual(log, [...expected, ...expected, ...expected,
                               'immediate', 'end', 'finish']);
});
