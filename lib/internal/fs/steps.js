'use strict';
// Runs a sequence of operations that is written once for its synchronous and asynchronous forms.
//
// (1) A generator yields steps. A step is a function with one parameter: a completion function, or
//     undefined to run synchronously, as for the functions of the binding.
// (2) It yields another generator to run that one and get its result. `yield*` is not used: it
//     calls methods of generators that a program can replace.
// (3) A generator is resumed in the completion of its step, so the result of stat() is still in the
//     shared array.

const { ReflectApply, SafeArray } = primordials;

const { next, throw: fail } = primordials.realm.eval('(function* () {})').prototype;

class Work {
  stack = new SafeArray();     // generators; each waits for the one above it
  result;

  constructor(steps) {
    this.stack.push(steps);
  }

  // The next step, or undefined at the end.
  resume(hasFailed, value) {
    const { stack } = this;
    while (stack.length > 0) {
      let state;
      try {
        state = ReflectApply(hasFailed ? fail : next, stack[stack.length - 1], [value]);
      } catch (err) {
        stack.pop();
        if (stack.length === 0)
          throw err;
        hasFailed = true;
        value = err;
        continue;
      }
      hasFailed = false;
      if (state.done) {
        stack.pop();
        value = state.value;
      } else if (typeof state.value === 'function') {
        return state.value;
      } else {
        stack.push(state.value);
        value = undefined;
      }
    }
    this.result = value;
    return undefined;
  }
}

function runSync(steps) {
  const work = new Work(steps);
  let step = work.resume(false, undefined);
  while (step !== undefined) {
    let value;
    let hasFailed = false;
    try {
      value = step(undefined);
    } catch (err) {
      hasFailed = true;
      value = err;
    }
    step = work.resume(hasFailed, value);
  }
  return work.result;
}

function run(steps, callback) {
  const work = new Work(steps);
  const resume = (err, value) => {
    const hasFailed = err !== null && err !== undefined;
    let step;
    try {
      step = work.resume(hasFailed, hasFailed ? err : value);
    } catch (failure) {
      callback(failure);
      return;
    }
    if (step === undefined) {
      callback(null, work.result);
      return;
    }
    try {
      step(resume);
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
    require('timers').setTimeout(done, ms, null);
};

module.exports = { pause, run, runSync };
