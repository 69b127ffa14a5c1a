'use strict';
// DatabaseSync: a connection to a database.
//
// (1) Statements, sessions and tag stores share `connection`: the handle of the binding, which is
//     null while the database is closed, and the nesting depth of callbacks from SQLite.
// (2) In a callback the database cannot be closed or deserialized; in the authorizer it cannot be
//     used at all.
// (3) Options are read by accessors of the program, which may close the database: it is checked
//     again when they have been read.

const {
  MathMax, NumberIsInteger, ObjectDefineProperty, ObjectKeys, ReflectApply,
  SymbolDispose, SymbolFor,
} = primordials;
const {
  booleanOption, checkBoolean, checkFunction, checkInteger, checkObject, checkString, fail,
  isObject, rangeError, readPath, stateError, typeError, valueError,
} = require('internal/sqlite/common');
const { prepare, queries, readSettings } = require('internal/sqlite/statement');
const { isUint8Array } = require('internal/util/types');
const { exec } = internalBinding('sqlite');

// Numbers of sqlite3.h.
const OPEN_READONLY = 1;
const OPEN_READWRITE = 2;
const OPEN_CREATE = 4;
const OPEN_URI = 64;
const DBCONFIG_ENABLE_FKEY = 1002;
const DBCONFIG_DEFENSIVE = 1010;
const DBCONFIG_DQS_DML = 1013;
const DBCONFIG_DQS_DDL = 1014;
const DETERMINISTIC = 0x800;
const DIRECTONLY = 0x80000;
const LIMITS = {
  __proto__: null, length: 0, sqlLength: 1, column: 2, exprDepth: 3, compoundSelect: 4, vdbeOp: 5,
  functionArg: 6, attach: 7, likePatternLength: 8, variableNumber: 9, triggerDepth: 10,
};
const LIMIT_NAMES = ObjectKeys(LIMITS);
const MAX_LIMIT = 0x7fffffff;
const MAX_LENGTH = 0x7fffffff;
const NO_CODE = 'Authorizer callback must return an integer authorization code';
const WRONG_CODE = 'Authorizer callback returned a invalid authorization code';

class Connection {
  object;
  handle = null;
  settings = null;
  depth = 0;
  authorizerDepth = 0;

  constructor(object) {
    this.object = object;
  }

  check() {
    if (this.handle === null)
      throw stateError('database is not open');
    return this.handle;
  }

  checkAuthorizer() {
    if (this.authorizerDepth > 0)
      throw stateError('database cannot be accessed from an authorizer callback');
  }

  // Begins a callback; the result ends it.
  enter() {
    this.depth++;
    return () => { this.depth--; };
  }

  // A function of the program as SQLite calls it.
  wrap(fn) {
    return (...args) => {
      this.depth++;
      try {
        return ReflectApply(fn, undefined, args);
      } finally {
        this.depth--;
      }
    };
  }

  wrapAuthorizer(fn) {
    return (...args) => {
      this.depth++;
      this.authorizerDepth++;
      try {
        const result = ReflectApply(fn, undefined, args);
        if (!NumberIsInteger(result))
          throw new primordials.TypeError(NO_CODE);
        if (result !== 0 && result !== 1 && result !== 2)
          throw new primordials.RangeError(WRONG_CODE);
        return result;
      } finally {
        this.authorizerDepth--;
        this.depth--;
      }
    };
  }
}


// ---- Options ----

function readLimits(limits) {
  checkObject(limits, 'options.limits');
  const result = { __proto__: null };
  for (let i = 0; i < LIMIT_NAMES.length; i++) {
    const name = LIMIT_NAMES[i];
    const value = limits[name];
    if (value === undefined)
      continue;
    checkInteger(value, `options.limits.${name}`, MAX_LIMIT);
    if (value < 0)
      throw rangeError(`The "options.limits.${name}" argument must be non-negative.`);
    result[name] = value;
  }
  return result;
}

function readTimeout(value) {
  checkInteger(value, 'options.timeout', MAX_LIMIT);
  if (value < -MAX_LIMIT - 1)
    throw typeError('The "options.timeout" argument must be an integer.');
  return value;
}

function readDatabaseOptions(options) {
  checkObject(options, 'options');
  const settings = {
    __proto__: null,
    open: booleanOption(options, 'open', true),
    readOnly: booleanOption(options, 'readOnly', false),
    foreignKeys: booleanOption(options, 'enableForeignKeyConstraints', true),
    doubleQuoted: booleanOption(options, 'enableDoubleQuotedStringLiterals', false),
    allowExtension: booleanOption(options, 'allowExtension', false),
    timeout: options.timeout === undefined ? 0 : readTimeout(options.timeout),
    defensive: booleanOption(options, 'defensive', true),
    limits: options.limits === undefined ? null : readLimits(options.limits),
  };
  settings.statement = readSettings(options, {
    __proto__: null, readBigInts: false, returnArrays: false, allowBareNamedParameters: true,
    allowUnknownNamedParameters: false,
  });
  return settings;
}

// db.limits: reading or setting a property calls SQLite.
function makeLimits(connection) {
  const limits = { __proto__: null };
  for (let i = 0; i < LIMIT_NAMES.length; i++) {
    const name = LIMIT_NAMES[i];
    ObjectDefineProperty(limits, name, {
      __proto__: null, configurable: false, enumerable: true,
      get: () => connection.check().limit(LIMITS[name], -1),
      set: (value) => {
        const handle = connection.check();
        connection.checkAuthorizer();
        if (value !== Infinity && (!NumberIsInteger(value) || value > MAX_LIMIT))
          throw typeError('Limit value must be a non-negative integer or Infinity.');
        if (value < 0)
          throw rangeError('Limit value must be non-negative.');
        handle.limit(LIMITS[name], value > MAX_LIMIT ? MAX_LIMIT : value);
      },
    });
  }
  return limits;
}

const directOnly = (options) =>
  (booleanOption(options, 'directOnly', false) ? DIRECTONLY : 0);

function functionFlags(options) {
  return (booleanOption(options, 'deterministic', false) ? DETERMINISTIC : 0) |
    directOnly(options);
}

// The number of arguments that a function has by its length.
function checkLength(length, name) {
  if (!NumberIsInteger(length) || length > MAX_LENGTH || length < -MAX_LENGTH)
    throw typeError(`The "${name}.length" property must be an integer.`);
  return length;
}

// What start is: a function that makes the first state, or that state.
function readStart(start) {
  if (typeof start === 'function')
    return start;
  if (start === undefined || (typeof start !== 'object' && typeof start !== 'string' &&
      typeof start !== 'number' && typeof start !== 'bigint' && typeof start !== 'boolean'))
    throw typeError('The "options.start" argument must be a function or a primitive value.');
  return () => start;
}

// ---- The class ----

let connectionOf; // of a DatabaseSync, or undefined

class DatabaseSync {
  #connection;
  #path;
  #options;
  #limits = null;
  #allowsExtension = false;

  static {
    connectionOf = (value) => (isObject(value) && #connection in value ? value.#connection :
      undefined);
  }

  constructor(path, options = { __proto__: null }) {
    this.#path = readPath(path);
    this.#options = readDatabaseOptions(options);
    const connection = new Connection(this);
    connection.settings = this.#options.statement;
    this.#connection = connection;
    if (this.#options.open)
      this.open();
  }

  #check() {
    this.#connection.check();
    return this.#connection;
  }

  // The connection, for calls that SQLite forbids in the authorizer.
  #use() {
    const connection = this.#check();
    connection.checkAuthorizer();
    return connection;
  }

  open() {
    const connection = this.#connection;
    const { readOnly, timeout, foreignKeys, doubleQuoted, defensive, limits, allowExtension } =
      this.#options;
    if (connection.handle !== null)
      throw stateError('database is already open');
    const flags = (readOnly ? OPEN_READONLY : OPEN_READWRITE | OPEN_CREATE) | OPEN_URI;
    const handle = internalBinding('sqlite').open(this.#path, flags, timeout);
    connection.handle = handle;
    handle.config(DBCONFIG_DQS_DML, doubleQuoted ? 1 : 0);
    handle.config(DBCONFIG_DQS_DDL, doubleQuoted ? 1 : 0);
    handle.config(DBCONFIG_ENABLE_FKEY, foreignKeys ? 1 : 0);
    handle.config(DBCONFIG_DEFENSIVE, defensive ? 1 : 0);
    if (allowExtension) {
      handle.enableLoadExtension(true);
      this.#allowsExtension = true;
    }
    const names = limits === null ? [] : ObjectKeys(limits);
    for (let i = 0; i < names.length; i++)
      handle.limit(LIMITS[names[i]], limits[names[i]]);
  }

  close() {
    const connection = this.#check();
    if (connection.depth > 0)
      throw stateError('database cannot be closed while in a callback');
    const { handle } = connection;
    connection.handle = null;
    handle.close();
  }

  [SymbolDispose]() {
    const connection = this.#connection;
    if (connection.handle !== null && connection.depth === 0)
      this.close();
  }

  get isOpen() { return this.#connection.handle !== null; }
  get isTransaction() { return this.#check().handle.isTransaction(); }

  get limits() {
    this.#limits ??= makeLimits(this.#connection);
    return this.#limits;
  }

  prepare(sql, options = undefined) {
    const connection = this.#use();
    checkString(sql, 'sql');
    if (options !== undefined)
      checkObject(options, 'options');
    const settings = readSettings(options, connection.settings);
    const isPersistent = options !== undefined && booleanOption(options, 'persistent', false);
    connection.check(); // (3)
    return prepare(connection, sql, settings, isPersistent);
  }

  exec(sql) {
    const connection = this.#use();
    checkString(sql, 'sql');
    connection.depth++;
    try {
      if (queries.hasSubscribers)
        queries.publish({ sql, database: this, duration: 0 });
      exec(connection.handle, sql);
    } finally {
      connection.depth--;
    }
  }

  location(dbName = 'main') {
    const { handle } = this.#check();
    return handle.location(checkString(dbName, 'dbName'));
  }

  // ---- Functions ----

  function(name, options, fn) {
    const connection = this.#check();
    checkString(name, 'name');
    if (arguments.length < 3) {
      fn = options;
      options = undefined;
    } else
      checkObject(options, 'options');
    const given = options ?? { __proto__: null };
    const bigints = booleanOption(given, 'useBigIntArguments', false);
    const varargs = booleanOption(given, 'varargs', false);
    const flags = functionFlags(given);
    checkFunction(fn, 'function');
    const count = varargs ? -1 : fn.length;
    checkLength(count, 'function');
    connection.check(); // (3)
    connection.checkAuthorizer();
    connection.handle.addFunction(name, count, flags, bigints, connection.wrap(fn));
  }

  aggregate(name, options) {
    const connection = this.#use();
    checkString(name, 'name');
    checkObject(options, 'options');
    const start = readStart(options.start);
    const step = checkFunction(options.step, 'options.step');
    const result = options.result === undefined ? undefined :
      checkFunction(options.result, 'options.result');
    const bigints = booleanOption(options, 'useBigIntArguments', false);
    const varargs = booleanOption(options, 'varargs', false);
    const flags = directOnly(options);
    const inverse = options.inverse === undefined ? undefined :
      checkFunction(options.inverse, 'options.inverse');
    const count = varargs ? 0 : MathMax(
      checkLength(step.length, 'options.step'),
      inverse === undefined ? 0 : checkLength(inverse.length, 'options.inverse')) - 1;
    connection.check(); // (3)
    connection.handle.addAggregate(
      name, varargs ? -1 : MathMax(count, 0), flags, bigints, connection.wrap(start),
      connection.wrap(step), inverse && connection.wrap(inverse),
      result && connection.wrap(result));
  }

  setAuthorizer(callback) {
    const connection = this.#use();
    if (callback !== null && typeof callback !== 'function')
      throw typeError('The "callback" argument must be a function or null.');
    connection.handle.setAuthorizer(callback === null ? null :
      connection.wrapAuthorizer(callback));
  }

  // ---- Extensions ----

  enableLoadExtension(allow) {
    const { handle } = this.#use();
    checkBoolean(allow, 'allow');
    if (allow && !this.#options.allowExtension) {
      throw stateError('Cannot enable extension loading because it was disabled at database ' +
        'creation.');
    }
    this.#allowsExtension = allow;
    handle.enableLoadExtension(allow);
  }

  loadExtension(path, entryPoint = undefined) {
    const { handle } = this.#use();
    if (!this.#allowsExtension)
      throw stateError('extension loading is not allowed');
    checkString(path, 'path');
    if (entryPoint !== undefined)
      checkString(entryPoint, 'entryPoint');
    handle.loadExtension(path, entryPoint);
  }

  enableDefensive(active) {
    const { handle } = this.#use();
    handle.config(DBCONFIG_DEFENSIVE, checkBoolean(active, 'active') ? 1 : 0);
  }

  // ---- Copies and changes ----

  serialize(dbName = 'main') {
    const { handle } = this.#use();
    return handle.serialize(checkString(dbName, 'dbName'));
  }

  deserialize(buffer, options = undefined) {
    const connection = this.#check();
    if (connection.depth > 0)
      throw stateError('database cannot be deserialized while in a callback');
    if (!isUint8Array(buffer))
      throw typeError('The "buffer" argument must be a Uint8Array.');
    if (buffer.length === 0)
      throw valueError('The "buffer" argument must not be empty.');
    let name = 'main';
    if (options !== undefined) {
      checkObject(options, 'options');
      if (options.dbName !== undefined)
        name = checkString(options.dbName, 'options.dbName');
    }
    connection.check().deserialize(buffer, name); // (3)
  }

  createSession(options = undefined) {
    const { createSession } = require('internal/sqlite/session');
    return createSession(this.#use(), options, arguments.length > 0);
  }

  applyChangeset(changeset, options = undefined) {
    return require('internal/sqlite/session').applyChangeset(this.#use(), changeset, options);
  }

  createTagStore(maxSize = undefined) {
    return require('internal/sqlite/tag_store').createTagStore(this.#use(), maxSize);
  }
}

ObjectDefineProperty(DatabaseSync.prototype, SymbolFor('sqlite-type'), {
  __proto__: null, configurable: true, value: 'node:sqlite',
});

// `DatabaseSync()` without new throws an error of its own.
const CallableDatabaseSync = new primordials.Proxy(DatabaseSync, {
  __proto__: null,
  apply() {
    throw fail(primordials.TypeError, 'ERR_CONSTRUCT_CALL_REQUIRED',
               'Cannot call constructor without `new`');
  },
});
DatabaseSync.prototype.constructor = CallableDatabaseSync;

module.exports = {
  DatabaseSync: CallableDatabaseSync, connectionOf,
};
