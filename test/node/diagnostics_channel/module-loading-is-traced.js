// require() and import() are traced, with the same object for all events of one call.
const assert = require('node:assert');
const dc = require('node:diagnostics_channel');
const { pathToFileURL } = require('node:url');

function record(name) {
  const events = [];
  const handlers = {};
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error'])
    handlers[event] = (message) => events.push({ event, message, ...message });
  const trace = dc.tracingChannel(name);
  trace.subscribe(handlers);
  return { events, stop: () => trace.unsubscribe(handlers) };
}
const names = ({ events }) => events.map(({ event }) => event);
const isOneObject = ({ events }) =>
  events.every(({ message }) => message === events[0].message);

const required = record('module.require');
const os = require('os');
assert.deepStrictEqual(names(required), ['start', 'end']);
assert.ok(isOneObject(required));
assert.strictEqual(required.events[0].id, 'os');
assert.strictEqual(required.events[0].parentFilename, __filename);
assert.strictEqual(required.events[0].result, undefined);
assert.strictEqual(required.events[1].result, os);

required.events.length = 0;
let failure;
try {
  require('./does-not-exist');
} catch (error) {
  failure = error;
}
assert.deepStrictEqual(names(required), ['start', 'error', 'end']);
assert.strictEqual(required.events[1].error, failure);

assert.strictEqual(required.stop(), true);
required.events.length = 0;
require('os');
assert.deepStrictEqual(required.events, []);

const imported = record('module.import');
import('os').then((namespace) => {
  assert.deepStrictEqual(names(imported), ['start', 'end', 'asyncStart', 'asyncEnd']);
  assert.ok(isOneObject(imported));
  assert.strictEqual(imported.events[0].url, 'os');
  assert.strictEqual(imported.events[0].parentURL, pathToFileURL(__filename).href);
  assert.strictEqual(imported.events[2].result, namespace);
  imported.events.length = 0;
  return assert.rejects(import('does-not-exist'), (error) => {
    assert.deepStrictEqual(names(imported), ['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
    assert.strictEqual(imported.events[2].error, error);
    return true;
  });
}).then(() => {
  imported.stop();
  imported.events.length = 0;
  return import('os');
}).then(() => assert.deepStrictEqual(imported.events, []));
