'use strict';
// StatementSync: a prepared statement, its parameters and its rows.
//
// (1) A statement is reset before it is run again; an iterator that is under way ends then.
// (2) A statement whose step is under way, because SQLite calls a function of the program, cannot
//     be run, reset or closed.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeSlice, BigIntAsIntN, ObjectDefineProperty,
  ObjectGetPrototypeOf, ObjectKeys, SafeArray, StringPrototypeSlice, Symbol,
  SymbolDispose, SymbolFor, SymbolIterator,
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

function makeRow(names, values) {
  const row = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    row[names[i]] = values[i];
  return row;
}

let handleOf;
let nextRow;
let closeIterator;

class StatementSync {
  #handle;
  #database;      // { handle, check(), enter() }: see internal/sqlite/database
  #settings;
  #names = null;  // of the columns
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
    if (this.#handle.isFinalized())
      throw stateError('statement has been finalized');
    return this.#handle;
  }

  #checkNotRunning() {
    if (this.#isStarting || this.#handle.isRunning())
      throw stateError('statement is already being executed');
  }

  #checkIdle() {
    this.#checkNotRunning();
    this.#database.checkAuthorizer();
  }

  #reset() {
    this.#runs++;
    this.#isPaused = false;
    this.#handle.reset();
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

  #bindNamed(names, values) {
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
      const value = toBound(values[keys[i]], index);
      this.#check().bind(index, value);
    }
  }

  #bind(args) {
    const handle = this.#handle;
    handle.clearBindings();
    let from = 0;
    let index = 1;
    let names = null;
    if (args.length > 0 && isNamed(args[0])) {
      names = handle.parameters();
      this.#bindNamed(names, args[0]);
      from = 1;
    }
    for (let i = from; i < args.length; i++) {
      if (names !== null) {
        while (index <= names.length && names[index - 1] !== null &&
               names[index - 1][0] !== '?')
          index++;
      }
      handle.bind(index, toBound(args[i], index));
      index++;
    }
  }

  // ---- Running ----

  #start(args) {
    this.#check();
    this.#checkIdle();
    this.#reset();
    this.#isStarting = true;
    try {
      this.#bind(args);
      this.#check();
      this.#names = null;
      if (queries.hasSubscribers)
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

  #row() {
    const values = this.#handle.row(this.#settings.readBigInts);
    if (this.#settings.returnArrays)
      return values;
    this.#names ??= this.#handle.names();
    return makeRow(this.#names, values);
  }

  #next(run) {
    if (this.#handle.isFinalized())
      throw stateError('statement has been finalized');
    if (run !== this.#runs)
      throw stateError('iterator was invalidated');
    this.#checkIdle();
    this.#isPaused = this.#handle.step();
    if (this.#isPaused)
      return this.#row();
    this.#runs++;
    return undefined;
  }

  #failed(error) {
    if (!this.#handle.isFinalized() && !this.#handle.isRunning())
      this.#handle.reset();
    throw error;
  }

  all(...args) {
    this.#start(args);
    const rows = new SafeArray();
    try {
      while (this.#handle.step())
        rows.push(this.#row());
    } catch (error) {
      this.#failed(error);
    }
    return ArrayPrototypeSlice.call(rows);
  }

  get(...args) {
    this.#start(args);
    let row;
    try {
      if (this.#handle.step())
        row = this.#row();
    } catch (error) {
      this.#failed(error);
    }
    if (!this.#handle.isFinalized())
      this.#handle.reset();
    return row;
  }

  run(...args) {
    this.#start(args);
    try {
      while (this.#handle.step());
    } catch (error) {
      this.#failed(error);
    }
    const { readBigInts } = this.#settings;
    const { handle } = this.#database;
    return {
      lastInsertRowid: handle.changes(readBigInts, true),
      changes: handle.changes(readBigInts, false),
    };
  }

  iterate(...args) {
    this.#start(args);
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

  setReadBigInts(enabled) { this.#set('readBigInts', enabled, 'readBigInts'); }
  setReturnArrays(enabled) { this.#set('returnArrays', enabled, 'returnArrays'); }

  [SymbolDispose]() {
    if (this.#handle.isFinalized())
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
    throw valueError('The supplied SQL string contains no statements');
  return new StatementSync(kToken, handle, database, settings);
}

ObjectDefineProperty(StatementSync.prototype, SymbolFor('sqlite-type'), {
  __proto__: null, configurable: true, value: 'node:sqlite',
});

module.exports = { StatementSync, handleOf, prepare, queries, readSettings };
