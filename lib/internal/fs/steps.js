'use strict';
// Work made of many operations, written once for its synchronous and asynchronous forms.
//
// (1) A generator yields steps: functions that take a completion function, or undefined where they
//     must finish before they return, as the binding's operations do.
// (2) It yields another generator to run that one first, and gets its result. There is no `yield*`:
//     a program can replace the methods of generators that it calls.
// (3) A generator is resumed right from the completion of its step, so the numbers that stat() left
//     in shared memory are still there.

const { ArrayPrototypePop, ArrayPrototypePush, ReflectApply } = primordials;

const { next, throw: fail } = primordials.realm.eval('(function* () {})').prototype;

class Work {
  stack = [];     // generators; each waits for the one above it
  result;

  constructor(steps) {
    ArrayPrototypePush.call(this.stack, steps);
  }

  // The next step, or undefined at the end.
  resume(hasFailed, value) {
    const { stack } = this;
    while (stack.length > 0) {
      let state;
      try {
        state = ReflectApply(hasFailed ? fail : next, stack[stack.length - 1], [value]);
      } catch (err) {
        ArrayPrototypePop.call(stack);
        if (stack.length === 0)
          throw err;
        hasFailed = true;
        value = err;
        continue;
      }
      hasFailed = false;
      if (state.done) {
        ArrayPrototypePop.call(stack);
        value = state.value;
      } else if (typeof state.value === 'function') {
        return state.value;
      } else {
        ArrayPrototypePush.call(stack, state.value);
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
