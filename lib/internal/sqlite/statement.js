'use strict';
// StatementSync: a prepared statement, its parameters and its rows.
//
// (1) A statement is reset before it runs again, which ends an iterator over it.
// (2) While SQLite executes a step of a statement, and calls a function of the program from it,
//     that statement cannot be run, reset or closed.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeSlice, BigIntAsIntN, Function, JSONStringify,
  ObjectDefineProperty, ObjectGetPrototypeOf, ObjectKeys, ReflectApply, SafeArray, SafeMap,
  StringPrototypeSlice, Symbol, SymbolDispose, SymbolFor, SymbolIterator,
} = primordials;
const {
  booleanOption, checkBoolean, checkString, illegalConstructor, isObject, stateError,
  typeError, valueError,
} = require('internal/sqlite/common');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { channel } = require('diagnostics_channel');

const queries = channel('sqlite.db.query');
const COUNTERS = {
  __proto__: null, fullscanStep: 1, sort: 2, autoindex: 3, vmStep: 4, reprepare: 5, run: 6,
  filterMiss: 7, filterHit: 8, memused: 99,
};
const OPTIONS = ['readBigInts', 'returnArrays', 'allowBareNamedParameters',
                 'allowUnknownNamedParameters'];
const kToken = Symbol('token');

// What is bound for a value of the program; throws for what SQLite has no type for.
function toBound(value, index) {
  if (value === null || typeof value === 'number' || typeof value === 'string')
    return value;
  if (value === undefined)
    return null;
  if (typeof value === 'boolean')
    return value ? 1n : 0n;
  if (typeof value === 'bigint') {
    if (BigIntAsIntN(64, value) !== value)
      throw valueError('BigInt value is too large to bind.');
    return value;
  }
  if (isArrayBufferView(value) || isAnyArrayBuffer(value))
    return value;
  throw typeError(`Provided value cannot be bound to SQLite parameter ${index}.`);
}

const isNamed = (value) => isObject(value) && !isArrayBufferView(value) &&
  !isAnyArrayBuffer(value);

// ---- Rows ----

const MANY_ROWS = 32;     // of a statement, before a function is made for them
const MANY_COLUMNS = 200;
const MANY_SHAPES = 500;
const makers = new SafeMap();

function makeRow(names, values, at) {
  const row = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    row[names[i]] = values[at + i];
  return row;
}

// Compiles a function like makeRow() for these names: the engine gives its objects their structure
// at once, where a loop adds one property after another. Null if there are too many names.
function makerFor(names) {
  if (names.length > MANY_COLUMNS)
    return null;
  const key = JSONStringify(names);
  let maker = makers.get(key);
  if (maker === undefined && makers.size < MANY_SHAPES) {
    let text = 'return { __proto__: null';
    for (let i = 0; i < names.length; i++)
      text += `, [${JSONStringify(names[i])}]: values[at + ${i}]`;
    maker = new Function('values', 'at', `${text} };`);
    makers.set(key, maker);
  }
  return maker ?? null;
}

// Numbers between here and C: statement.c.
const MOST_MARKED = 30;
const {
  begin, get, isFinalized, isRunning, next, reset, rows: nextRows, run, shape: readShape, shared,
} = internalBinding('sqlite');

function mark(values) {
  let numbers = 0;
  let strings = 0;
  const count = values.length < MOST_MARKED ? values.length : MOST_MARKED;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (typeof value === 'number') {
      shared[i + 2] = value;
      numbers |= 1 << i;
    } else if (typeof value === 'string')
      strings |= 1 << i;
  }
  shared[0] = numbers;
  shared[1] = strings;
}

function withFirst(handle, values) {
  const all = new SafeArray();
  all.push(handle);
  for (let i = 0; i < values.length; i++)
    all.push(values[i]);
  return all;
}

// Most statements have few parameters: they are passed without an array.
function callWith(method, handle, values) {
  mark(values);
  switch (values.length) {
    case 0: return method(handle);
    case 1: return method(handle, values[0]);
    case 2: return method(handle, values[0], values[1]);
    case 3: return method(handle, values[0], values[1], values[2]);
    default: return ReflectApply(method, undefined, withFirst(handle, values));
  }
}

let handleOf;
let nextRow;
let closeIterator;

class StatementSync {
  #handle;
  #database;      // { handle, check(), enter() }: see internal/sqlite/database
  #settings;
  #names = null;  // of the columns
  #shape = 0;     // of the handle, when the names were read
  #maker = null;  // makes rows with these names
  #rows = 0;
  #parameters = null; // names
  #bareNames = null;
  #isStarting = false;
  #isPaused = false; // an iterator is under way
  #runs = 0;      // how often it was reset: older iterators are over

  constructor(token, handle, database, settings) {
    if (token !== kToken)
      throw illegalConstructor();
    this.#handle = handle;
    this.#database = database;
    this.#settings = settings;
    if (settings.readBigInts)
      handle.setReadBigInts(true);
  }

  static {
    handleOf = (statement) => statement.#handle;
    nextRow = (statement, run) => statement.#next(run);
    closeIterator = (statement, run) => {
      statement.#check();
      if (run !== statement.#runs)
        return;
      statement.#checkIdle();
      statement.#reset();
    };
  }

  #check() {
    if (isFinalized(this.#handle))
      throw stateError('statement has been finalized');
    return this.#handle;
  }

  #checkNotBusy() {
    if (isRunning(this.#handle))
      throw stateError('statement is already being executed');
  }

  #checkNotRunning() {
    if (this.#isStarting)
      throw stateError('statement is already being executed');
    this.#checkNotBusy();
  }

  #checkIdle() {
    this.#checkNotRunning();
    this.#database.checkAuthorizer();
  }

  #reset() {
    this.#runs++;
    this.#isPaused = false;
    reset(this.#handle);
  }

  // ---- Parameters ----

  #bareName(names) {
    if (this.#bareNames !== null)
      return this.#bareNames;
    const bare = { __proto__: null };
    for (let i = 0; i < names.length; i++) {
      if (names[i] === null)
        continue;
      const name = StringPrototypeSlice.call(names[i], 1);
      if (bare[name] !== undefined && names[bare[name] - 1] !== names[i]) {
        throw stateError(`Cannot create bare named parameter '${name}' because of conflicting ` +
          `names '${names[bare[name] - 1]}' and '${names[i]}'.`);
      }
      bare[name] = i + 1;
    }
    this.#bareNames = bare;
    return bare;
  }

  #takeNamed(names, values, bound) {
    const keys = ObjectKeys(values);
    const bare = this.#settings.allowBareNamedParameters ? this.#bareName(names) : null;
    for (let i = 0; i < keys.length; i++) {
      let index = ArrayPrototypeIndexOf.call(names, keys[i]) + 1;
      if (index === 0 && bare !== null)
        index = bare[keys[i]] ?? 0;
      if (index === 0) {
        if (this.#settings.allowUnknownNamedParameters)
          continue;
        throw stateError(`Unknown named parameter '${keys[i]}'`);
      }
      bound[index - 1] = toBound(values[keys[i]], index);
    }
  }

  // The values of all parameters, for arguments whose first one is an object with names.
  #boundByName(args) {
    const names = this.#parameters ??= this.#check().parameters();
    const bound = new SafeArray();
    for (let i = 0; i < names.length; i++)
      bound.push(null);
    this.#takeNamed(names, args[0], bound);
    let index = 1;
    for (let i = 1; i < args.length; i++) {
      while (index <= names.length && names[index - 1] !== null && names[index - 1][0] !== '?')
        index++;
      bound[index - 1] = toBound(args[i], index);
      index++;
    }
    return bound;
  }

  #bound(args) {
    if (args.length > 0 && isNamed(args[0]))
      return this.#boundByName(args);
    for (let i = 0; i < args.length; i++) {
      const value = args[i];
      if (typeof value !== 'number' && typeof value !== 'string')
        args[i] = toBound(value, i + 1);
    }
    return args;
  }

  // ---- Running ----

  #refuse(why) {
    throw stateError(why === 1 ? 'statement has been finalized' :
      'statement is already being executed');
  }

  // Checks the state and the arguments of a run; returns what is bound.
  #prepare(args) {
    if (this.#isStarting)
      this.#refuse(isFinalized(this.#handle) ? 1 : 2);
    if (this.#database.authorizerDepth > 0) {
      this.#check();
      this.#checkIdle();
    }
    if (args.length === 0)
      return args;
    this.#isStarting = true;
    try {
      return this.#bound(args);
    } catch (error) {
      this.#check();
      this.#checkNotBusy();
      throw error;
    } finally {
      this.#isStarting = false;
    }
  }

  // What the handle has returned, if it did not refuse. Older iterators are over now.
  #accepted(result) {
    if (typeof result === 'number')
      this.#refuse(result);
    this.#runs++;
    this.#isPaused = false;
    return result;
  }

  #begin(args) {
    this.#accepted(callWith(begin, this.#handle, this.#prepare(args)));
    if (!queries.hasSubscribers)
      return;
    this.#isStarting = true;
    try {
      this.#publish();
    } finally {
      this.#isStarting = false;
    }
  }

  #publish() {
    let sql;
    try {
      sql = this.#handle.sql(true);
    } catch {
      sql = this.#handle.sql(false);
    }
    const leave = this.#database.enter();
    try {
      queries.publish({ sql, database: this.#database.object, duration: 0 });
    } finally {
      leave();
    }
    this.#check();
  }

  // The row of an array of values.
  #row(values, at) {
    if (this.#settings.returnArrays)
      return values;
    return this.#maker !== null ? this.#maker(values, at) : makeRow(this.#names, values, at);
  }

  // Called after the first row was read: when a statement is stepped, SQLite may compile it again,
  // with other columns.
  #readShape(rows, shape) {
    if (this.#names === null || shape !== this.#shape) {
      this.#shape = shape;
      this.#names = this.#handle.names();
      this.#maker = null;
    }
    this.#rows += rows;
    if (this.#maker === null && this.#rows > MANY_ROWS)
      this.#maker = makerFor(this.#names);
  }

  #next(run) {
    if (isFinalized(this.#handle))
      throw stateError('statement has been finalized');
    if (run !== this.#runs)
      throw stateError('iterator was invalidated');
    this.#checkIdle();
    const values = next(this.#handle);
    if (values === undefined) {
      this.#isPaused = false;
      this.#runs++;
      return undefined;
    }
    if (!this.#isPaused || this.#maker === null)
      this.#readShape(1, readShape(this.#handle));
    this.#isPaused = true;
    return this.#row(values, 0);
  }

  #failed(error) {
    if (!isFinalized(this.#handle) && !isRunning(this.#handle))
      reset(this.#handle);
    throw error;
  }

  #allArrays(rows) {
    for (let row = next(this.#handle); row !== undefined; row = next(this.#handle))
      rows.push(row);
  }

  #allObjects(rows) {
    const handle = this.#handle;
    for (let values = nextRows(handle); values !== undefined; values = nextRows(handle)) {
      if (values.length === 0)
        continue;
      const shape = readShape(this.#handle);
      this.#readShape(0, shape);
      const count = this.#names.length;
      this.#readShape(values.length / count, shape);
      for (let at = 0; at < values.length; at += count)
        rows.push(this.#row(values, at));
    }
  }

  all(...args) {
    this.#begin(args);
    const rows = new SafeArray();
    try {
      if (this.#settings.returnArrays)
        this.#allArrays(rows);
      else
        this.#allObjects(rows);
    } catch (error) {
      this.#failed(error);
    }
    return ArrayPrototypeSlice.call(rows);
  }

  #getObserved(args) {
    this.#begin(args);
    try {
      return next(this.#handle);
    } catch (error) {
      this.#failed(error);
    } finally {
      if (!isFinalized(this.#handle))
        reset(this.#handle);
    }
  }

  get(...args) {
    const isObserved = queries.hasSubscribers;
    const values = isObserved ? this.#getObserved(args) :
      this.#accepted(callWith(get, this.#handle, this.#prepare(args)));
    if (values === undefined)
      return undefined;
    this.#readShape(1, isObserved ? readShape(this.#handle) : shared[0]);
    return this.#row(values, 0);
  }

  #runObserved(args) {
    this.#begin(args);
    try {
      while (next(this.#handle) !== undefined);
    } catch (error) {
      this.#failed(error);
    }
    const { readBigInts } = this.#settings;
    const { handle } = this.#database;
    return [handle.changes(readBigInts, true), handle.changes(readBigInts, false)];
  }

  run(...args) {
    const result = queries.hasSubscribers ? this.#runObserved(args) :
      this.#accepted(callWith(run, this.#handle, this.#prepare(args)));
    return result === undefined ? { changes: shared[1], lastInsertRowid: shared[0] } :
      { changes: result[1], lastInsertRowid: result[0] };
  }

  iterate(...args) {
    this.#begin(args);
    return makeIterator(this, this.#runs);
  }

  close() {
    this.#check();
    this.#checkNotRunning();
    if (this.#isPaused)
      this.#database.checkAuthorizer();
    this.#handle.finalize();
  }

  // ---- About it ----

  columns() {
    const flat = this.#check().columns();
    const columns = new SafeArray();
    for (let i = 0; i < flat.length; i += 5) {
      columns.push({
        __proto__: null, column: flat[i], database: flat[i + 1], name: flat[i + 2],
        table: flat[i + 3], type: flat[i + 4],
      });
    }
    return ArrayPrototypeSlice.call(columns);
  }

  get sourceSQL() { return this.#check().sql(false); }
  get expandedSQL() { return this.#check().sql(true); }

  stat(counter) {
    this.#check();
    checkString(counter, 'counter');
    if (COUNTERS[counter] === undefined)
      throw valueError('The "counter" argument is not a valid statistic name.');
    return this.#handle.status(COUNTERS[counter], false);
  }

  resetStats() {
    this.#check();
    const names = ObjectKeys(COUNTERS);
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'memused')
        this.#handle.status(COUNTERS[names[i]], true);
    }
    this.#names = null;
  }

  #set(name, value, shown) {
    this.#check();
    this.#settings[name] = checkBoolean(value, shown);
  }

  setAllowBareNamedParameters(enabled) {
    this.#set('allowBareNamedParameters', enabled, 'allowBareNamedParameters');
  }

  setAllowUnknownNamedParameters(enabled) {
    this.#set('allowUnknownNamedParameters', enabled, 'enabled');
  }

  setReadBigInts(enabled) {
    this.#set('readBigInts', enabled, 'readBigInts');
    this.#handle.setReadBigInts(enabled);
  }

  setReturnArrays(enabled) { this.#set('returnArrays', enabled, 'returnArrays'); }

  [SymbolDispose]() {
    if (isFinalized(this.#handle))
      return;
    this.close();
  }
}

// ---- Iterators ----

const IteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(ObjectGetPrototypeOf((function*() {})())));

function makeIterator(statement, run) {
  let isOver = false;
  return {
    __proto__: IteratorPrototype,
    next() {
      if (isOver)
        return { __proto__: null, done: true, value: null };
      const row = nextRow(statement, run);
      isOver = row === undefined;
      return { __proto__: null, done: isOver, value: row ?? null };
    },
    return() {
      if (!isOver)
        closeIterator(statement, run);
      isOver = true;
      return { __proto__: null, done: true, value: null };
    },
    [SymbolIterator]() { return this; },
  };
}

// ---- Preparing ----

function readSettings(options, defaults) {
  const settings = { __proto__: null };
  for (let i = 0; i < OPTIONS.length; i++) {
    const name = OPTIONS[i];
    settings[name] = options === undefined ? defaults[name] :
      booleanOption(options, name, defaults[name]);
  }
  return settings;
}

function prepare(database, sql, settings, isPersistent = false) {
  const handle = internalBinding('sqlite').prepare(database.handle, sql, isPersistent);
  if (handle === null)
    throw valueError('The SQL query contains no statements.');
  return new StatementSync(kToken, handle, database, settings);
}

ObjectDefineProperty(StatementSync.prototype, SymbolFor('sqlite-type'), {
  __proto__: null, configurable: true, value: 'node:sqlite',
});

module.exports = { StatementSync, handleOf, prepare, queries, readSettings };
