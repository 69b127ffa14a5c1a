// moveMessagePortToContext(): the port, its messages, the ports in them and its errors belong to
// the context; what has no class there arrives as 'messageerror', and the next message arrives.
const assert = require('assert');
const vm = require('vm');
const { MessageChannel, MessagePort, moveMessagePortToContext } = require('worker_threads');

const context = vm.createContext();
const { port1, port2 } = new MessageChannel();
const moved = moveMessagePortToContext(port2, context);
const inside = (name) => vm.runInContext(name, context);

assert.ok(moved instanceof inside('Object'));
assert.ok(!(moved instanceof MessagePort));
assert.strictEqual(moved.constructor.name, 'MessagePort');
assert.ok(moved.postMessage instanceof inside('Function'));
assert.strictEqual(moved.onmessage, undefined);
assert.throws(() => moveMessagePortToContext({}, context), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => moveMessagePortToContext(port1, {}), { code: 'ERR_INVALID_ARG_TYPE' });
try {
  moved.postMessage(() => {});
  assert.fail('a function was cloned');
} catch (error) {
  assert.strictEqual(error.name, 'DataCloneError');
  assert.ok(error instanceof inside('Error'));
}

const got = [];
moved.onmessage = ({ data, ports, target, type }) => {
  got.push(type);
  assert.strictEqual(target, moved);
  assert.ok(ports instanceof inside('Array'));
  if (data === 'last') {
    moved.close(() => got.push('closed'));
    return;
  }
  assert.ok(data instanceof inside('Object'));
  assert.ok(data.map instanceof inside('Map'));
  assert.ok([...data.map.keys()][0] instanceof inside('Array'));
  assert.ok(data.error instanceof inside('RangeError'));
  assert.ok(data.error.cause instanceof inside('Date'));
  assert.ok(data.bytes instanceof inside('Uint8Array'));
  assert.ok(data.bytes.buffer instanceof inside('ArrayBuffer'));
  assert.strictEqual(data.self, data);
  assert.strictEqual(ports[0], data.port);
  assert.strictEqual(data.port.constructor, moved.constructor);
  data.port.postMessage({ answer: 42 });
};
moved.onmessageerror = ({ data }) => {
  got.push(data.code);
  assert.ok(data instanceof inside('Error'));
};
moved.start();
assert.strictEqual(moved.hasRef(), true);

const other = new MessageChannel();
const value = {
  map: new Map([[[], 1]]), error: new RangeError('far', { cause: new Date(0) }),
  bytes: new Uint8Array(3), port: other.port1,
};
value.self = value;
port1.postMessage(value, [other.port1]);
port1.postMessage(new Blob(['text']));
other.port2.once('message', (message) => {
  assert.deepStrictEqual(message, { answer: 42 });
  other.port2.close();
  port1.postMessage('last');
});
process.on('exit', () => assert.deepStrictEqual(
  got, ['message', 'ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE', 'message', 'closed']));
