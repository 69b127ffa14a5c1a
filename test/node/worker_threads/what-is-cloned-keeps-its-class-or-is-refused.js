'use strict';
// Socket addresses and quota errors keep their class; objects of fetch() are refused; an uncaught
// error that cannot be cloned arrives as text.
const assert = require('assert');
const net = require('net');
const { Worker } = require('worker_threads');

const { QuotaExceededError } = globalThis;

const error = new QuotaExceededError('full', { quota: 3, requested: 5 });
const address = new net.SocketAddress({ address: '::1', port: 4, family: 'ipv6', flowlabel: 5 });

const copy = structuredClone({ error, address });
assert.ok(copy.error instanceof QuotaExceededError);
assert.deepStrictEqual([copy.error.quota, copy.error.requested, copy.error.message,
                        copy.error.stack], [3, 5, 'full', error.stack]);
assert.ok(net.SocketAddress.prototype.isPrototypeOf(copy.address));
assert.deepStrictEqual(copy.address.toJSON(), address.toJSON());

for (const { prototype } of [Headers, FormData, Request, Response]) // what inherits is plain
  assert.deepStrictEqual(structuredClone(Object.create(prototype)), {});
for (const value of [new Headers(), new FormData(), new Request('http://a'), new Response()]) {
  assert.throws(() => structuredClone([value]), {
    name: 'DataCloneError', message: 'Cannot clone object of unsupported type.',
  });
}

(function() {
  assert.throws(() => structuredClone({ list: arguments }),
                { name: 'DataCloneError', message: '#<Object> could not be cloned.' });
  const { port1 } = new MessageChannel();
  assert.throws(() => port1.postMessage(arguments), { name: 'DataCloneError' });
})(1, 2);

let count = 0;
const echo = new Worker(`
  const { parentPort } = require('worker_threads');
  parentPort.once('message', (message) => parentPort.postMessage(
    [message, message.error instanceof QuotaExceededError, message.address.family]));
`, { eval: true });
echo.on('message', ({ 0: message, 1: isQuota, 2: family }) => {
  count++;
  assert.ok(isQuota && message.error instanceof QuotaExceededError);
  assert.deepStrictEqual([message.error.quota, family, message.address.port], [3, 'ipv6', 4]);
});
echo.postMessage({ error, address });

new Worker('throw function foo() {}', { eval: true }).on('error', (reason) => {
  count++;
  assert.strictEqual(reason, '[Function: foo]');
});
process.on('exit', () => assert.strictEqual(count, 2));
