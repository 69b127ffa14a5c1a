'use strict';
// User timing: entries, marks, measures and the timeline that stores them.

const {
  ArrayPrototypeFindLast, ArrayPrototypeIncludes, ArrayPrototypeToSorted, MathTrunc,
  ObjectDefineProperty,
  ReflectApply, ReflectConstruct, SafeArray, Symbol, SymbolToStringTag,
} = primordials;
const { now } = internalBinding('process');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS,
                 ERR_PERFORMANCE_INVALID_TIMESTAMP, ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS },
} = require('internal/errors');
const { validateNumber, validateObject, validateString } = require('internal/validators');
const { customInspectSymbol, kEmptyObject, lazyDOMException, setOwnProperty } =
  require('internal/util');

const kSecret = Symbol('entry');
const MILESTONES = ['nodeStart', 'v8Start', 'environment', 'loopStart', 'loopExit',
                    'bootstrapComplete'];
const lines = {
  __proto__: null, mark: new SafeArray(), measure: new SafeArray(), resource: new SafeArray(),
};

class PerformanceEntry {
  #name;
  #type;
  #start;
  #duration;

  constructor(secret, name, type, start, duration) {
    if (secret !== kSecret)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }

  get name() { return this.#name; }
  get entryType() { return this.#type; }
  get startTime() { return this.#start; }
  get duration() { return this.#duration; }

  toJSON() {
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0)
      return this;
    const shown = { __proto__: null, ...options, depth: options.depth == null ? null :
                    options.depth - 1 };
    const { inspect } = require('internal/util/inspect');
    const json = ReflectApply(PerformanceEntry.prototype.toJSON, this, []);
    if ('detail' in this)
      json.detail = this.detail;
    return `${this.constructor.name} ${inspect(json, shown)}`;
  }
}

const jsonWithDetail = (entry) => setOwnProperty(
  ReflectApply(PerformanceEntry.prototype.toJSON, entry, []), 'detail', entry.detail);

const copy = (detail) => (detail == null ? null :
  require('internal/structured_clone').structuredClone(detail));

class PerformanceMark extends PerformanceEntry {
  #detail;

  constructor(name, options = kEmptyObject) {
    if (arguments.length === 0)
      throw new ERR_MISSING_ARGS('name');
    name = `${name}`;
    if (ArrayPrototypeIncludes.call(MILESTONES, name))
      throw new ERR_INVALID_ARG_VALUE('name', name);
    if (options !== null)
      validateObject(options, 'options');
    const start = options?.startTime ?? now();
    validateNumber(start, 'startTime');
    if (start < 0)
      throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(start);
    super(kSecret, name, 'mark', start, 0);
    this.#detail = copy(options?.detail);
  }

  get detail() { return this.#detail; }
  toJSON() { return jsonWithDetail(this); }
}

class PerformanceMeasure extends PerformanceEntry {
  #detail;

  constructor(secret, name, start, duration, detail) {
    super(secret, name, 'measure', start, duration);
    this.#detail = detail;
  }

  get detail() { return this.#detail; }
  toJSON() { return jsonWithDetail(this); }
}

const tag = (Class, value) => ObjectDefineProperty(Class.prototype, SymbolToStringTag, {
  __proto__: null, configurable: true, enumerable: false, writable: false, value,
});

function makeEnumerable(Class, names) {
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(Class.prototype, names[i], { __proto__: null, enumerable: true });
}
makeEnumerable(PerformanceEntry, ['name', 'entryType', 'startTime', 'duration', 'toJSON']);
makeEnumerable(PerformanceMark, ['detail']);
makeEnumerable(PerformanceMeasure, ['detail']);
tag(PerformanceEntry, 'PerformanceEntry');
tag(PerformanceMark, 'PerformanceMark');
tag(PerformanceMeasure, 'PerformanceMeasure');

function keep(entry) {
  const line = lines[entry.entryType];
  if (line !== undefined)
    line.push(entry);
  require('internal/perf/observe').enqueue(entry);
  return entry;
}

function mark(...args) {
  return keep(ReflectConstruct(PerformanceMark, args));
}

// The time of a mark, given by its name, or the number itself.
function timeOf(value) {
  if (typeof value === 'number') {
    if (value < 0)
      throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(value);
    return value;
  }
  const name = `${value}`;
  if (ArrayPrototypeIncludes.call(MILESTONES, name))
    return require('internal/perf/loop').nodeTiming()[name];
  const found = ArrayPrototypeFindLast.call(lines.mark, (entry) => entry.name === name);
  if (found === undefined)
    throw lazyDOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  return found.startTime;
}

function measureTimes(start, end, duration) {
  const startAt = start !== undefined ? timeOf(start) :
    end !== undefined && duration !== undefined ? timeOf(end) - duration : 0;
  const endAt = end !== undefined ? timeOf(end) :
    duration !== undefined ? startAt + duration : now();
  return { __proto__: null, startAt, took: endAt - startAt };
}

function measure(name, startOrOptions, endMark) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('name');
  validateString(name, 'name');
  let { start, end, duration, detail } = typeof startOrOptions === 'object' ?
    startOrOptions ?? kEmptyObject : { __proto__: null, start: startOrOptions, end: endMark };
  const hasMembers = typeof startOrOptions === 'object' &&
    (start !== undefined || end !== undefined || duration !== undefined || detail !== undefined);
  if (hasMembers) {
    if (endMark !== undefined)
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('endMark must not be specified');
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
        'Must not have options.start, options.end, and options.duration specified');
    }
  } else {
    end ??= endMark;
  }
  const { startAt, took } = measureTimes(start, end, duration);
  return keep(new PerformanceMeasure(kSecret, name, startAt, took, copy(detail)));
}

// As an array for the program.
const inOrder = (entries) =>
  ArrayPrototypeToSorted.call(entries, (a, b) => a.startTime - b.startTime);
const all = () => lines.mark.concat(lines.measure, lines.resource);
const list = () => inOrder(all());

function byName(name, type) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('name');
  name = `${name}`;
  return inOrder(all().filter((entry) => entry.name === name &&
    (type === undefined || entry.entryType === type)));
}

function byType(type) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('type');
  type = `${type}`;
  return lines[type] === undefined ? [] : inOrder(lines[type]);
}

function clear(type, name) {
  if (name === undefined) {
    lines[type] = new SafeArray();
    return;
  }
  name = `${name}`;
  lines[type] = lines[type].filter((entry) => entry.name !== name);
}

// ---- Resources ----
// The number of stored entries is limited. Observers get all of them. When the limit is reached,
// further entries wait until 'resourcetimingbufferfull' has been dispatched: a listener may clear
// the stored entries or raise the limit.

let maxResources = 250;
let waiting = new SafeArray();
let isFullEventDue = false;

// Everything but a number of entries counts as 0.
function setBufferSize(size) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('maxSize');
  if (typeof size === 'bigint' || typeof size === 'symbol') {
    const type = typeof size === 'bigint' ? 'BigInt' : 'Symbol';
    const error = new primordials.TypeError(
      `maxSize is a ${type} and cannot be converted to a number.`);
    throw setOwnProperty(error, 'code', 'ERR_INVALID_ARG_TYPE');
  }
  const number = typeof size === 'number' || typeof size === 'string' ? MathTrunc(+size) : 0;
  maxResources = number > 0 && number < 2 ** 32 ? number : 0;
}

const hasRoom = () => lines.resource.length < maxResources;

function keepResource(entry) {
  if (hasRoom() && !isFullEventDue)
    return keep(entry);
  require('internal/perf/observe').enqueue(entry);
  waiting.push(entry);
  if (!isFullEventDue) {
    isFullEventDue = true;
    require('timers').setImmediate(reportFull);
  }
  return entry;
}

function reportFull() {
  while (waiting.length > 0) {
    const before = waiting.length;
    if (!hasRoom())
      require('internal/performance').dispatch('resourcetimingbufferfull');
    while (waiting.length > 0 && hasRoom())
      lines.resource.push(waiting.shift());
    if (waiting.length >= before)
      waiting = new SafeArray();
  }
  isFullEventDue = false;
}

module.exports = {
  PerformanceEntry, PerformanceMark, PerformanceMeasure, mark, measure, list, byName, byType,
  clear, setBufferSize, keepResource, kSecret, MILESTONES,
  jsonWithDetail, makeEnumerable,
};

require('internal/perf/observed').onResource((url, of) => {
  const { makeResource } = require('internal/perf/resource');
  keepResource(makeResource(url, of));
});
