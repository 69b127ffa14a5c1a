'use strict';
const { step, thrown } = require('../harness.js');
const inspector = require('node:inspector');
const promises = require('node:inspector/promises');

step('a session', () => {
  const session = new inspector.Session();
  let code;
  session.connect();
  session.post('None.none', (error) => { code = error.code; });
  session.disconnect();
  return code;
});
step('refused', () => thrown(() => inspector.waitForDebugger()) + ' ' +
                      thrown(() => new inspector.Session().post('None.none')));
step('a promise', () => {
  const session = new promises.Session();
  session.connect();
  return session.post('None.none', {}).then(null, (error) => error.code);
});
