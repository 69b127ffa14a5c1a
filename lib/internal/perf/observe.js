'use strict';
// PerformanceObserver: hears of entries later, several at once; and timerify(), whose entries only
// observers see.

const { now } = internalBinding('process');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } =
  require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { PerformanceEntry, kSecret } = require('internal/perf/timing');

const TYPES = Object.freeze(['function', 'mark', 'measure', 'resource']);
const observers = new Set();
let due = false;

class PerformanceObserverEntryList {
  #entries;

  constructor(entries) {
    this.#entries = entries.toSorted((a, b) => a.startTime - b.startTime);
  }

  getEntries() { return [...this.#entries]; }

  getEntriesByType(type) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('type');
    return this.#entries.filter((entry) => entry.entryType === `${type}`);
  }

  getEntriesByName(name, type) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('name');
    return this.#entries.filter((entry) => entry.name === `${name}` &&
      (type === undefined || entry.entryType === `${type}`));
  }
}

class PerformanceObserver {
  #callback;
  #types = new Set();
  #waiting = [];
  #mode;

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  static get supportedEntryTypes() { return TYPES; }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined)
      throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
                                      'options.entryTypes can not set with options.type together');
    }
    if (entryTypes !== undefined && !Array.isArray(entryTypes))
      throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
    if (entryTypes !== undefined && this.#mode !== 'one')
      this.#types = new Set(entryTypes.filter((name) => TYPES.includes(name)));
    else if (TYPES.includes(type))
      this.#types.add(type);
    this.#mode ??= entryTypes === undefined ? 'one' : 'many';
    if (this.#types.size === 0) {
      this.disconnect();
      return;
    }
    observers.add(this);
    if (type !== undefined && buffered) {
      for (const entry of require('internal/perf/timing').byType(type))
        this.take(entry);
    }
  }

  disconnect() {
    observers.delete(this);
    this.#waiting = [];
    this.#types.clear();
    this.#mode = undefined;
  }

  takeRecords() {
    const list = this.#waiting;
    this.#waiting = [];
    return list;
  }

  take(entry) {
    if (!this.#types.has(entry.entryType))
      return;
    this.#waiting.push(entry);
    if (!due) {
      due = true;
      setImmediate(tellAll);
    }
  }

  tell() {
    const entries = this.takeRecords();
    if (entries.length > 0)
      this.#callback(new PerformanceObserverEntryList(entries), this);
  }
}

function tellAll() {
  due = false;
  for (const observer of [...observers])
    observer.tell();
}

function enqueue(entry) {
  for (const observer of observers)
    observer.take(entry);
}

class FunctionEntry extends PerformanceEntry {
  constructor(name, start, duration, args) {
    super(kSecret, name, 'function', start, duration);
    this.detail = args;
    for (let i = 0; i < args.length; i++)
      this[i] = args[i];
  }
}
Object.defineProperty(FunctionEntry, 'name', { __proto__: null, value: 'PerformanceNodeEntry' });

function timerify(fn, options = {}) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && typeof histogram?.record !== 'function')
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  const done = (start, args) => {
    const duration = now() - start;
    histogram?.record(Math.max(1, Math.ceil(duration * 1e6)));
    enqueue(new FunctionEntry(fn.name, start, duration, args));
  };
  function timerified(...args) {
    const start = now();
    const result = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
    if (!new.target && typeof result?.finally === 'function')
      return result.finally(() => done(start, args));
    done(start, args);
    return result;
  }
  Object.defineProperties(timerified, {
    length: { __proto__: null, enumerable: true, value: fn.length },
    name: { __proto__: null, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}

module.exports = { PerformanceObserver, PerformanceObserverEntryList, enqueue, timerify };
