'use strict';
// PerformanceObserver, which receives entries in batches, later; and timerify(), whose entries only
// observers get.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypePush,
  ArrayPrototypeSlice, ArrayPrototypeToSorted, MathCeil, MathMax, ObjectDefineProperties,
  ObjectFreeze, ReflectApply, ReflectConstruct, SafeSet, Symbol,
} = primordials;
const { now } = internalBinding('process');
const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { setMethod } = require('internal/prototypes');
const { kEmptyObject } = require('internal/util');
const { validateFunction, validateObject } = require('internal/validators');
const { PerformanceEntry, jsonWithDetail, kSecret, makeEnumerable } =
  require('internal/perf/timing');

const TYPES = ObjectFreeze(
  ['dns', 'function', 'gc', 'http', 'http2', 'mark', 'measure', 'net', 'resource']);
const kNotify = Symbol('notify');
const kObserves = Symbol('observes');
const kTake = Symbol('take');
const observers = new SafeSet();
let due = false;

class PerformanceObserverEntryList {
  #entries;

  constructor(secret, entries) {
    if (secret !== kSecret)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = ArrayPrototypeToSorted.call(entries, (a, b) => a.startTime - b.startTime);
  }

  getEntries() { return ArrayPrototypeSlice.call(this.#entries); }

  getEntriesByType(type) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('type');
    return ArrayPrototypeFilter.call(this.#entries, (entry) => entry.entryType === `${type}`);
  }

  getEntriesByName(name, type = undefined) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('name');
    return ArrayPrototypeFilter.call(this.#entries, (entry) => entry.name === `${name}` &&
      (type === undefined || entry.entryType === `${type}`));
  }
}

class PerformanceObserver {
  #callback;
  #types = new SafeSet();
  #waiting = [];
  #mode;

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  static get supportedEntryTypes() { return TYPES; }

  #setTypes(names) {
    this.#types = new SafeSet();
    for (let i = 0; i < names.length; i++) {
      if (ArrayPrototypeIncludes.call(TYPES, names[i]))
        this.#types.add(names[i]);
    }
  }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined)
      throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    if (entryTypes != null && type != null) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
                                      'options.entryTypes can not set with options.type together');
    }
    if (entryTypes !== undefined && !ArrayIsArray(entryTypes))
      throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
    if (entryTypes !== undefined && this.#mode !== 'one')
      this.#setTypes(entryTypes);
    else if (ArrayPrototypeIncludes.call(TYPES, type))
      this.#types.add(type);
    this.#mode ??= entryTypes === undefined ? 'one' : 'many';
    if (this.#types.size === 0) {
      this.disconnect();
      return;
    }
    observers.add(this);
    watchTypes();
    if (type !== undefined && buffered) {
      const entries = require('internal/perf/timing').byType(type);
      for (let i = 0; i < entries.length; i++)
        this[kTake](entries[i]);
    }
  }

  disconnect() {
    observers.delete(this);
    this.#waiting = [];
    this.#types.clear();
    this.#mode = undefined;
    watchTypes();
  }

  [kObserves](type) { return this.#types.has(type); }

  takeRecords() {
    const list = this.#waiting;
    this.#waiting = [];
    return list;
  }

  [kTake](entry) {
    if (!this.#types.has(entry.entryType))
      return;
    ArrayPrototypePush.call(this.#waiting, entry);
    if (!due) {
      due = true;
      require('timers').setImmediate(notifyAll);
    }
  }

  [kNotify]() {
    const entries = this.takeRecords();
    if (entries.length > 0)
      this.#callback(new PerformanceObserverEntryList(kSecret, entries), this);
  }
}

makeEnumerable(PerformanceObserverEntryList,
               ['getEntries', 'getEntriesByName', 'getEntriesByType']);
makeEnumerable(PerformanceObserver, ['observe', 'disconnect', 'takeRecords']);

// The runtime makes entries of these types only while they are observed.
let watchesCollections = false;
function watchTypes() {
  const { observed } = require('internal/perf/observed');
  observed.http = observed.http2 = observed.net = observed.dns = 0;
  let collections = false;
  for (const observer of observers) {
    observed.http += observer[kObserves]('http') ? 1 : 0;
    observed.http2 += observer[kObserves]('http2') ? 1 : 0;
    observed.net += observer[kObserves]('net') ? 1 : 0;
    observed.dns += observer[kObserves]('dns') ? 1 : 0;
    collections ||= observer[kObserves]('gc');
  }
  if (collections !== watchesCollections) {
    watchesCollections = collections;
    internalBinding('performance').observeCollections(
      collections ? reportCollections : undefined);
  }
}

// Numbers of perf_hooks.constants. The engine does not report whether an automatic collection was
// limited to young objects; most are.
const MINOR = 1, MAJOR = 4, FORCED = 4;

function reportCollections(list) {
  for (let i = 0; i < list.length; i += 3) {
    const isForced = list[i + 2] === 1;
    reportEntry('gc', 'gc', list[i], list[i + 1],
                { kind: isForced ? MAJOR : MINOR, flags: isForced ? FORCED : 0 });
  }
}

function notifyAll() {
  due = false;
  const list = [...observers];
  for (let i = 0; i < list.length; i++)
    list[i][kNotify]();
}

function enqueue(entry) {
  for (const observer of observers)
    observer[kTake](entry);
}

class PerformanceNodeEntry extends PerformanceEntry {
  #detail;

  constructor(name, type, start, duration, detail) {
    super(kSecret, name, type, start, duration);
    this.#detail = detail;
  }

  get detail() { return this.#detail; }
  toJSON() { return jsonWithDetail(this); }
}

function reportEntry(name, type, start, duration, detail) {
  enqueue(new PerformanceNodeEntry(name, type, start, duration, detail));
}

function timerify(fn, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && typeof histogram?.record !== 'function')
    throw new ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  const done = (start, args) => {
    const duration = now() - start;
    histogram?.record(MathMax(1, MathCeil(duration * 1e6)));
    const entry = new PerformanceNodeEntry(fn.name, 'function', start, duration, args);
    for (let i = 0; i < args.length; i++)
      setMethod(entry, i, args[i]);
    enqueue(entry);
  };
  function timerified(...args) {
    const start = now();
    const result = new.target ? ReflectConstruct(fn, args, fn) : ReflectApply(fn, this, args);
    if (!new.target && typeof result?.finally === 'function')
      return result.finally(() => done(start, args));
    done(start, args);
    return result;
  }
  ObjectDefineProperties(timerified, {
    __proto__: null,
    length: { __proto__: null, configurable: false, enumerable: true, value: fn.length },
    name: {
      __proto__: null, configurable: false, enumerable: true, value: `timerified ${fn.name}`,
    },
  });
  return timerified;
}

module.exports = {
  PerformanceObserver, PerformanceObserverEntryList, enqueue, reportEntry, timerify,
};
