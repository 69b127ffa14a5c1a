// The port of a worker to its parent is a MessagePort and an event target in every respect, also if
// the worker has only posted so far.
const assert = require('assert');
const { Worker } = require('worker_threads');

const CHECKS = {
  'its classes'(port) {
    assert.ok(port instanceof EventTarget);
    assert.ok(port instanceof MessagePort);
    assert.strictEqual(port.constructor, MessagePort);
    assert.strictEqual(Object.getPrototypeOf(port), MessagePort.prototype);
  },
  'its constructor'(port) {
    assert.strictEqual(port.constructor.name, 'MessagePort');
    assert.throws(() => new port.constructor());
  },
  'its tag'(port) {
    assert.strictEqual(`${port}`, '[object EventTarget]');
  },
  'a property of EventTarget.prototype'(port) {
    EventTarget.prototype.added = 7;
    assert.strictEqual(port.added, 7);
  },
  'a property of MessagePort.prototype'(port) {
    MessagePort.prototype.added = 8;
    assert.strictEqual(port.added, 8);
  },
  'its names'(port) {
    const names = [];
    for (const name in port)
      names.push(name);
    assert.ok(names.includes('postMessage') && names.includes('on') &&
              names.includes('addEventListener') && names.includes('onmessage'), `${names}`);
    assert.ok('emit' in port && 'listenerCount' in port);
  },
  'its listeners'(port) {
    assert.strictEqual(port.listenerCount('message'), 0);
    assert.strictEqual(port.onmessage, null);
    let heard = 0;
    port.once('own', () => heard++);
    assert.strictEqual(port.emit('own'), true);
    assert.strictEqual(heard, 1);
  },
  'how it is shown'(port) {
    assert.match(require('util').inspect(port), /^MessagePort \[EventTarget\] \{/);
  },
  'that it is not cloned'(port) {
    assert.throws(() => port.postMessage({ port }), { name: 'DataCloneError' });
    assert.throws(() => port.postMessage(1, [port]), { name: 'DataCloneError' });
  },
  'a method that is replaced'(port) {
    port.on = () => 'mine';
    assert.strictEqual(port.on(), 'mine');
    assert.deepStrictEqual(Object.keys(port).filter((key) => key === 'on'), ['on']);
  },
  'a wrong receiver'(port) {
    assert.throws(() => port.postMessage.call({}, 1));
  },
};

const worker = (name) => new Worker(`
  const assert = require('assert');
  const { parentPort } = require('worker_threads');
  parentPort.postMessage('first');
  ({ ${CHECKS[name]} })[${JSON.stringify(name)}](parentPort);
  parentPort.postMessage('last');
`, { eval: true });

for (const name of Object.keys(CHECKS)) {
  const received = [];
  worker(name).on('message', (value) => received.push(value)).on('exit', (code) => {
    assert.strictEqual(code, 0, name);
    assert.deepStrictEqual(received, ['first', 'last'], name);
  });
}
