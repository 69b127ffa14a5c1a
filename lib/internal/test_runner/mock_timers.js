'use strict';
// Mocked timers and a mocked clock, which advance only by tick().

const {
  ArrayPrototypeIncludes, Date, DatePrototypeToString, MathMax, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, SafeArray,
  SafeSet, SymbolDispose, SymbolToPrimitive,
} = primordials;
const { codes: { ERR_INVALID_STATE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { copyProperties, kEmptyObject, setOwnProperty } = require('internal/util');
const { validateNumber, validateStringArray, validateObject } = require('internal/validators');

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date'];
const CLEAR = { __proto__: null, setTimeout: 'clearTimeout', setInterval: 'clearInterval',
                setImmediate: 'clearImmediate' };


class MockTimers {
  #enabled = false;
  #now = 0;
  #order = 0;
  #timers = new SafeSet();
  #undo = new SafeArray();

  enable(options = kEmptyObject) {
    validateObject(options, 'options');
    const { apis = APIS, now = 0 } = options;
    if (this.#enabled)
      throw new ERR_INVALID_STATE('MockTimers is already enabled!');
    validateStringArray(apis, 'options.apis');
    for (let i = 0; i < apis.length; i++) {
      const name = apis[i];
      if (!ArrayPrototypeIncludes.call(APIS, name))
        throw new ERR_INVALID_ARG_VALUE('options.apis', name, `option ${name} is not supported`);
    }
    this.#now = +now;
    validateNumber(this.#now, 'options.now', 0);
    this.#enabled = true;
    for (let i = 0; i < apis.length; i++)
      this.#replace(apis[i]);
  }

  #replace(name) {
    if (name === 'Date')
      return this.#put(globalThis, 'Date', this.#dateClass());
    const start = {
      setTimeout: (fn, delay, ...args) => this.#start(fn, delay, args, null),
      setInterval: (fn, delay, ...args) => this.#start(fn, delay, args, MathMax(1, +delay || 1)),
      setImmediate: (fn, ...args) => this.#start(fn, -1, args, null),
    }[name];
    const stop = (timer) => { this.#stop(timer); };
    const targets = [globalThis, require('timers')];
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i];
      this.#put(target, name, start);
      this.#put(target, CLEAR[name], stop);
    }
  }

  #put(target, name, value) {
    const before = ObjectSetPrototypeOf(ObjectGetOwnPropertyDescriptor(target, name), null);
    this.#undo.push(() => ObjectDefineProperty(target, name, before));
    ObjectDefineProperty(target, name, { __proto__: null, value, writable: true,
                                          enumerable: before.enumerable, configurable: true });
  }

  #dateClass() {
    const time = () => this.#now;
    function MockDate(...args) {
      if (new.target === undefined)
        return DatePrototypeToString.call(new Date(time()));
      return ReflectConstruct(Date, args.length === 0 ? [time()] : args, new.target);
    }
    copyProperties(Date, MockDate);
    MockDate.now = () => time();
    setOwnProperty(MockDate, 'isMock', true);
    return MockDate;
  }

  #start(fn, delay, args, repeat) {
    const wait = delay === -1 ? 0 : MathMax(1, +delay || 1);
    const timers = this.#timers;
    const timer = {
      fn, args, repeat, at: this.#now + wait, order: this.#order++,
      ref() { return timer; }, unref() { return timer; }, hasRef: () => true,
      refresh: () => { timer.at = this.#now + wait; timers.add(timer); return timer; },
      close() { timers.delete(timer); return timer; },
      [SymbolToPrimitive]: () => timer.order,
      [SymbolDispose]() { timers.delete(timer); },
    };
    timers.add(timer);
    return timer;
  }

  #stop(timer) {
    for (const each of this.#timers) {
      if (each === timer || each.order === timer)
        this.#timers.delete(each);
    }
  }

  #first(until) {
    let first = null;
    for (const timer of this.#timers) {
      if (timer.at <= until && (first === null || timer.at < first.at ||
          (timer.at === first.at && timer.order < first.order)))
        first = timer;
    }
    return first;
  }

  #check() {
    if (!this.#enabled)
      throw new ERR_INVALID_STATE(
        'You should enable MockTimers first by calling the .enable function');
  }

  tick(time = 1) {
    this.#check();
    if (time < 0)
      throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    this.#runUntil(this.#now + time);
  }

  #runUntil(until) {
    for (let timer = this.#first(until); timer !== null; timer = this.#first(until)) {
      this.#now = MathMax(this.#now, timer.at);
      if (timer.repeat === null)
        this.#timers.delete(timer);
      else
        timer.at += timer.repeat;
      ReflectApply(timer.fn, timer, timer.args);
      if (!this.#enabled)
        return;
    }
    this.#now = until;
  }

  runAll() {
    this.#check();
    let latest = this.#now;
    for (const timer of this.#timers)
      latest = MathMax(latest, timer.at);
    this.#runUntil(latest);
  }

  setTime(time = 0) {
    validateNumber(time, 'time');
    this.#check();
    this.#now = time;
    this.#runUntil(time);
  }

  reset() {
    if (!this.#enabled)
      return;
    this.#enabled = false;
    for (let i = this.#undo.length - 1; i >= 0; i--)
      this.#undo[i]();
    this.#undo = new SafeArray();
    this.#timers.clear();
  }

  [SymbolDispose]() { this.reset(); }
}

module.exports = { MockTimers };
