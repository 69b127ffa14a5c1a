'use strict';
// Work made of many operations, written once for both ways: a generator yields steps, functions
// that take a completion function (later) or undefined (now), as the binding's operations do.
//
// A step is resumed right from its completion, so what stat() left in the shared numbers is still
// there.

function runSync(steps) {
  let state = steps.next();
  while (!state.done) {
    let value;
    try {
      value = state.value(undefined);
    } catch (err) {
      state = steps.throw(err);
      continue;
    }
    state = steps.next(value);
  }
  return state.value;
}

function run(steps, callback) {
  const resume = (err, value) => {
    let state;
    try {
      state = err === null || err === undefined ? steps.next(value) : steps.throw(err);
    } catch (failure) {
      callback(failure);
      return;
    }
    if (state.done) {
      callback(null, state.value);
      return;
    }
    try {
      state.value(resume);
    } catch (failure) {
      process.nextTick(resume, failure);
    }
  };
  process.nextTick(resume, null);
}

const pause = (ms) => (done) => {
  if (done === undefined)
    require('internal/util').sleep(ms);
  else
    setTimeout(done, ms, null);
};

module.exports = { pause, run, runSync };
