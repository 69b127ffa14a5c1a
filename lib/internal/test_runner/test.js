'use strict';
// A test, a suite, and how they run.
// (1) Each test has a queue of subtests. They start in the order of their creation; `concurrency`
//     of them run at a time, by default one.
// (2) A test has ended when its function and all its subtests have. A test that has not ended when
//     the process exits has failed.
// (3) An uncaught error belongs to the running test; between tests, to the root.

const {
  ObjectDefineProperty, Promise, PromiseWithResolvers, ReflectApply, SafeArray, SafeSet, String,
} = primordials;
const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateNumber, validateObject,
        validateOneOf } =
  require('internal/validators');
const { kEmptyObject, setOwnProperty } = require('internal/util');
const { AsyncLocalStorage } = require('async_hooks');
const { now } = internalBinding('process');
const { setTimeout: later, clearTimeout: cancel } = require('internal/timers');

const HOOKS = ['before', 'after', 'beforeEach', 'afterEach'];
const current = new AsyncLocalStorage({ __proto__: null, name: 'test' });
const running = new SafeSet();

function failure(message, failureType) {
  const error = new primordials.Error(message);
  setOwnProperty(error, 'code', 'ERR_TEST_FAILURE');
  return setOwnProperty(error, 'failureType', failureType);
}

// Fields are defined, not assigned, so no setter of the program is called.
class Test {
  parent;
  options;
  isSuite;
  fn;
  name;
  depth;
  skipped;
  todo;
  only;
  limit;
  context;
  subtests = new SafeArray();
  waiting = new SafeArray();
  active = 0;
  hooks = {
    __proto__: null, before: new SafeArray(), after: new SafeArray(), beforeEach: new SafeArray(),
    afterEach: new SafeArray(),
  };
  diagnostics = new SafeArray();
  error = null;
  passed = false;
  finished = false;
  started = 0;
  duration = 0;
  planned = null;
  asserted = 0;
  aborter = null;
  mock = null;
  beforeRan = false;
  beforeDone = undefined;   // a promise, once the `before` hooks have started
  ready = false;            // a suite: its tests may start
  built = undefined;        // a suite: the promise of its body
  interrupt = undefined;    // rejects the promise that the running body waits for
  done = PromiseWithResolvers.call(Promise);

  constructor(parent, name, options, fn, isSuite = false) {
    this.parent = parent;
    this.options = options;
    this.isSuite = isSuite;
    this.fn = fn ?? (() => {});
    this.name = String(name || fn?.name || '<anonymous>');
    this.depth = parent === null ? -1 : parent.depth + 1;
    this.skipped = options.skip || parent?.skipped && parent.depth >= 0 || false;
    this.todo = options.todo || false;
    this.only = !!options.only;
    this.limit = limitOf(options.concurrency, parent);
    this.context = isSuite ? new SuiteContext(this) : new TestContext(this);
  }

  get fullName() {
    return this.parent === null || this.parent.depth < 0 ? this.name :
      `${this.parent.fullName} > ${this.name}`;
  }

  get signal() {
    this.aborter ??= new (require('internal/abort_controller').AbortController)();
    return this.aborter.signal;
  }

  add(test) {
    this.subtests.push(test);
    this.waiting.push(test);
    if (!this.isSuite || this.ready)
      this.startWaiting();
    return test.done.promise;
  }

  startWaiting() {
    while (this.waiting.length > 0 && this.active < this.limit) {
      this.active++;
      this.runOne(this.waiting.shift());
    }
  }

  // `await` and not then(), which reads Symbol.species of the program's Promise.
  async runOne(test) {
    await test.run();
    this.active--;
    this.startWaiting();
  }

  // Waits for all subtests, including those that are created meanwhile.
  async settleSubtests() {
    let count = -1;
    while (count !== this.subtests.length) {
      count = this.subtests.length;
      for (let i = 0; i < count; i++)
        await this.subtests[i].done.promise;
    }
  }

  async run() {
    this.started = now();
    running.add(this);
    try {
      await this.runBefore();
      if (this.skipped === false)
        await current.run(this, () => this.attempt());
    } catch (error) {
      this.fail(error);
    }
    this.finish();
  }

  async runBefore() {
    const { parent } = this;
    if (parent !== null && !parent.beforeRan) {
      parent.beforeRan = true;
      parent.beforeDone = runHooks(parent, 'before', parent.context);
    }
    await parent?.beforeDone;
  }

  async attempt() {
    if (this.isSuite) {
      await this.attemptSuite();    // to return a promise would call its `then`
      return;
    }
    try {
      await runEach(this, 'beforeEach');
      await withLimits(this, () => callBody(this.fn, this.context));
      await this.settleSubtests();
      this.checkPlan();
    } catch (error) {
      this.fail(error);
    }
    this.passed = this.error === null;
    await this.attemptHook(() => runEach(this, 'afterEach'));
    await this.attemptHook(() => runHooks(this, 'after', this.context));
  }

  // The body of a suite ran when the suite was created. Runs its tests.
  async attemptSuite() {
    try {
      await this.built;
      this.ready = true;
      await withLimits(this, () => {
        this.startWaiting();
        return this.settleSubtests();
      });
    } catch (error) {
      this.fail(error);
    }
    this.passed = this.error === null;
    await this.attemptHook(() => runHooks(this, 'after', this.context));
  }

  async attemptHook(run) {
    try {
      await run();
    } catch (error) {
      this.fail(error);
    }
  }

  checkPlan() {
    if (this.planned !== null && this.planned !== this.asserted)
      throw failure(`plan expected ${this.planned} assertions but received ${this.asserted}`,
                    'testCodeFailure');
  }

  fail(error) {
    this.error ??= error ?? failure('test failed', 'testCodeFailure');
    this.passed = false;
  }

  finish() {
    if (this.finished)
      return;
    this.finished = true;
    running.delete(this);
    const bad = this.subtests.filter((test) => !test.passed && !test.todo);
    if (bad.length > 0)
      this.fail(failure(`${bad.length} subtest${bad.length > 1 ? 's' : ''} failed`,
                        'subtestsFailed'));
    if (this.options.expectFailure)
      this.error = this.error === null ?
        failure('test was expected to fail but passed', 'testCodeFailure') : null;
    this.passed = this.error === null;
    this.duration = now() - this.started;
    this.mock?.restoreAll();
    this.aborter?.abort();
    this.done.resolve();
    if (this.depth === 0)
      require('internal/test_runner/report').finished(this);
  }
}

function limitOf(concurrency, parent) {
  if (concurrency === undefined || concurrency === null)
    return parent === null ? 1 :
      parent.limit === Infinity ? 1 : parent.depth < 0 ? 1 : parent.limit;
  if (typeof concurrency === 'boolean')
    return concurrency ? Infinity : 1;
  validateNumber(concurrency, 'options.concurrency', 1);
  return concurrency;
}

// A body with two parameters gets a callback.
function callBody(fn, context) {
  if (fn.length < 2)
    return ReflectApply(fn, context, [context]);
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve());
    const result = ReflectApply(fn, context, [context, done]);
    if (typeof result?.then === 'function')
      reject(failure('passed a callback but also returned a Promise', 'callbackAndPromisePresent'));
  });
}

async function settle(result, resolve, reject) {
  try {
    await result;
    resolve();
  } catch (error) {
    reject(error);
  }
}

// The timeout, the signal and uncaught errors end a body early.
async function withLimits(test, body) {
  const { timeout, signal } = test.options;
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  test.interrupt = reject;
  let timer;
  if (timeout !== undefined && timeout !== null && timeout !== Infinity)
    timer = later(() => reject(failure(`test timed out after ${timeout}ms`, 'testTimeoutFailure')),
                  timeout);
  const onAbort = () => reject(signal.reason ?? new AbortError());
  if (signal?.aborted)
    onAbort();
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
  try {
    if (!signal?.aborted)
      settle(body(), resolve, reject);
    await promise;
  } finally {
    cancel(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function runHooks(test, kind, context) {
  const hooks = test.hooks[kind];
  for (let i = 0; i < hooks.length; i++) {
    const { fn, options } = hooks[i];
    await withLimits({ __proto__: null, options },
                     () => current.run(test, () => callBody(fn, context)));
  }
}

// beforeEach hooks run from the root to the test, afterEach hooks from the test to the root.
async function runEach(test, kind) {
  const line = new SafeArray();
  for (let each = test.parent; each !== null; each = each.parent)
    line.push(each);
  if (kind === 'beforeEach')
    line.reverse();
  for (let i = 0; i < line.length; i++)
    await runHooks(line[i], kind, test.context);
}

// ---- What bodies are given ----

class SuiteContext {
  #suite;
  constructor(suite) { this.#suite = suite; }
  get name() { return this.#suite.name; }
  get fullName() { return this.#suite.fullName; }
  get filePath() { return process.argv[1]; }
  get signal() { return this.#suite.signal; }
  get passed() { return this.#suite.passed; }
  get attempt() { return 0; }
  diagnostic(message) { this.#suite.diagnostics.push(`${message}`); }
}

class TestContext {
  #test;
  #assert;

  constructor(test) {
    this.#test = test;
    for (let i = 0; i < HOOKS.length; i++) {
      const kind = HOOKS[i];
      ObjectDefineProperty(this, kind, {
        __proto__: null, configurable: true, writable: true,
        value: (fn, options) => addHook(test, kind, fn, options),
      });
    }
  }

  get name() { return this.#test.name; }
  get fullName() { return this.#test.fullName; }
  get filePath() { return process.argv[1]; }
  get signal() { return this.#test.signal; }
  get error() { return this.#test.error; }
  get passed() { return this.#test.passed; }
  get attempt() { return 0; }

  get mock() {
    const { MockTracker } = require('internal/test_runner/mock');
    return this.#test.mock ??= new MockTracker();
  }

  get assert() {
    return this.#assert ??= require('internal/test_runner/asserts').assertsFor(
      this, () => { this.#test.asserted++; });
  }

  plan(count) {
    validateNumber(count, 'count', 0);
    this.#test.planned = count;
  }

  diagnostic(message) { this.#test.diagnostics.push(`${message}`); }
  skip(message) { this.#test.skipped = message === undefined ? true : `${message}`; }
  todo(message) { this.#test.todo = message === undefined ? true : `${message}`; }
  runOnly() {}

  test(name, options, fn) {
    this.#test.asserted += this.#test.planned === null ? 0 : 1;
    return make(this.#test, false, {}, name, options, fn);
  }

  waitFor(condition, options = kEmptyObject) {
    validateFunction(condition, 'condition');
    validateObject(options, 'options');
    const { interval = 50, timeout = 1000 } = options;
    validateNumber(interval, 'options.interval', 0, 2 ** 31 - 1);
    validateNumber(timeout, 'options.timeout', 0, 2 ** 31 - 1);
    const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
    let cause;
    let next;
    let over = false;
    const settle = (how, value) => {
      over = true;
      cancel(next);
      cancel(end);
      how(value);
    };
    const end = later(() => settle(reject, new primordials.Error('waitFor() timed out',
                                                     cause === undefined ? undefined : { cause })),
                      timeout);
    const attempt = async () => {
      try {
        const value = await condition();
        if (!over)
          settle(resolve, value);
      } catch (error) {
        cause = error;
        if (!over)
          next = later(attempt, interval);
      }
    };
    attempt();
    return promise;
  }
}

// ---- Making them ----

const root = new Test(null, '<root>', { __proto__: null }, undefined);
root.isSuite = true;      // waits until the main script is through
let watching = false;

function lastRunning() {
  let last;
  running.forEach((test) => { last = test; });
  return last;
}

function watch() {
  if (watching)
    return;
  watching = true;
  process.nextTick(() => {
    root.ready = true;
    root.startWaiting();
  });
  process.on('uncaughtException', (error) => {
    const test = current.getStore() ?? lastRunning();
    if (test === undefined || test.finished || test === root) {
      root.fail(error);
      process.exitCode = 1;
    } else if (test.interrupt !== undefined) {
      test.interrupt(error);
    } else {
      test.fail(error);
    }
  });
  process.on('beforeExit', endRoot);
  process.on('exit', (code) => {
    const pending = new SafeArray();
    running.forEach((test) => pending.push(test));
    root.waiting.forEach((test) => pending.push(test));
    for (let i = 0; i < pending.length; i++) {
      const test = pending[i];
      test.fail(failure('Promise resolution is still pending but the event loop has already ' +
                        'resolved', 'cancelledByParent'));
      test.finish();
    }
    require('internal/test_runner/report').end(root, code);
  });
}

let ended = false;
async function endRoot() {
  if (ended || running.size > 0 || root.waiting.length > 0)
    return;
  ended = true;
  await root.attemptHook(() => runHooks(root, 'after', root.context));
}

function sort(name, options, fn) {
  if (typeof name === 'function')
    return ['', {}, name];
  if (name !== null && typeof name === 'object')
    return ['', name, typeof options === 'function' ? options : fn];
  if (typeof options === 'function')
    return [name, {}, options];
  return [name, options ?? {}, fn];
}

function make(parent, isSuite, extra, first, second, third) {
  const { 0: name, 1: given, 2: fn } = sort(first, second, third);
  const options = { __proto__: null, ...given, ...extra };
  if (fn !== undefined)
    validateFunction(fn, 'fn');
  if (options.timeout !== undefined && options.timeout !== null && options.timeout !== Infinity)
    validateNumber(options.timeout, 'options.timeout', 0, 2 ** 31 - 1);
  if (options.signal !== undefined)
    validateAbortSignal(options.signal, 'options.signal');
  watch();
  const test = new Test(parent, name, options, fn, isSuite);
  if (isSuite && test.skipped === false)
    test.built = buildSuite(test);
  return parent.add(test);
}

async function buildSuite(suite) {
  await current.run(suite, () => ReflectApply(suite.fn, suite.context, [suite.context]));
}

const place = () => current.getStore() ?? root;

function addHook(test, kind, fn, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateOneOf(kind, 'kind', HOOKS);
  watch();
  test.hooks[kind].push({ __proto__: null, fn, options });
}

module.exports = { make, place, addHook, root, HOOKS, current };
