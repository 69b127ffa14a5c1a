// A program can load the inspector and connect a session; a command that the engine does not know
// fails by its callback or promise.
'use strict';
const assert = require('assert');
const EventEmitter = require('events');
const inspector = require('inspector');
const promises = require('inspector/promises');

const session = new inspector.Session();
assert.ok(session instanceof EventEmitter);
assert.throws(() => session.post('None.none'), { code: 'ERR_INSPECTOR_NOT_CONNECTED' });
assert.throws(() => session.connectToMainThread(), { code: 'ERR_INSPECTOR_NOT_WORKER' });
session.connect();
assert.throws(() => session.connect(), {
  code: 'ERR_INSPECTOR_ALREADY_CONNECTED', message: 'The inspector session is already connected',
});
for (const args of [[5], ['None.none', 5], ['None.none', {}, 5]])
  assert.throws(() => session.post(...args), { code: 'ERR_INVALID_ARG_TYPE' });
session.post('None.none');

let failure;
session.post('None.none', (error) => { failure = error; });
assert.strictEqual(failure.code, 'ERR_INSPECTOR_COMMAND');
assert.strictEqual(failure.message, "Inspector error -32601: 'None.none' wasn't found");
session.disconnect();
session.disconnect();
assert.throws(() => session.post('None.none'), { code: 'ERR_INSPECTOR_NOT_CONNECTED' });

assert.strictEqual(inspector.url(), undefined);
assert.throws(() => inspector.waitForDebugger(), { code: 'ERR_INSPECTOR_NOT_ACTIVE' });
inspector.console.log('nobody sees this');
assert.deepStrictEqual(Object.keys(promises), Object.keys(inspector));

const other = new promises.Session();
other.connect();
assert.rejects(other.post('None.none', {}), { code: 'ERR_INSPECTOR_COMMAND' }).then(() => {
  other.disconnect();
});
