'use strict';
const { step, text, call } = require('../harness.js');
const domain = require('node:domain');
const { EventEmitter } = require('node:events');

step('error of a timer', async () => {
  const owner = domain.create();
  const { value } = await call((done) => {
    owner.on('error', (error) => done(null, error));
    owner.run(() => setTimeout(() => { throw new Error('in a timer'); }, 1));
  });
  return text(value);
});
step('bind and intercept', async () => {
  const owner = domain.create();
  const { value } = await call((done) => {
    owner.on('error', (error) => done(null, error));
    setImmediate(owner.intercept(() => {}), new Error('given'));
  });
  return text(value, owner.bind((a) => a + 1)(4));
});
step('emitters', async () => {
  const owner = domain.create();
  const emitter = new EventEmitter();
  owner.add(emitter);
  const { value } = await call((done) => {
    owner.on('error', (error) => done(null, error));
    emitter.emit('error', new Error('emitted'));
  });
  owner.remove(emitter);
  return text(value, owner.members.length);
});
step('enter and exit', () => {
  const owner = domain.create();
  owner.enter();
  const inside = process.domain === owner;
  owner.exit();
  return text(inside, process.domain);
});
