'use strict';
// SQLTagStore: prepared statements by the text of a template. When the store is full, the least
// recently used statement is removed.

const { ArrayIsArray, NumberIsInteger, ReflectApply, SafeMap } = primordials;
const { illegalConstructor, rangeError, typeError, valueError } =
  require('internal/sqlite/common');
const { handleOf, prepare, readSettings } = require('internal/sqlite/statement');
const { isFinalized } = internalBinding('sqlite');

const kToken = primordials.Symbol('token');
const DEFAULT_SIZE = 1000;
const MAX_SIZE = 0x7fffffff;

// The text of a template, with a parameter in each gap.
function textOf(strings) {
  if (!ArrayIsArray(strings))
    throw typeError('First argument must be an array of strings (template literal).');
  let sql = '';
  for (let i = 0; i < strings.length; i++) {
    const part = strings[i];
    if (typeof part !== 'string')
      throw typeError('Template literal parts must be strings.');
    sql += i === 0 ? part : `?${part}`;
  }
  return sql;
}

class SQLTagStore {
  #database;
  #capacity;
  #statements = new SafeMap();

  constructor(token, database, capacity) {
    if (token !== kToken)
      throw illegalConstructor();
    this.#database = database;
    this.#capacity = capacity;
  }

  #find(strings, values) {
    this.#database.check();
    this.#database.checkAuthorizer();
    const sql = textOf(strings);
    this.#database.check(); // an accessor of the array may have closed it
    let entry = this.#statements.get(sql);
    if (entry !== undefined) {
      this.#statements.delete(sql);
      if (isFinalized(entry.handle))
        entry = undefined;
    }
    if (entry === undefined) {
      const statement = prepare(this.#database, sql,
                                readSettings(undefined, this.#database.settings));
      entry = { __proto__: null, statement, handle: handleOf(statement) };
    }
    if (entry.handle.parameters().length !== values.length) {
      throw valueError('All parameters must be bound using template literal placeholders.');
    }
    this.#statements.set(sql, entry);
    if (this.#statements.size > this.#capacity) {
      for (const old of this.#statements) {
        this.#statements.delete(old[0]);
        break;
      }
    }
    return entry.statement;
  }

  run(strings, ...values) {
    const statement = this.#find(strings, values);
    return ReflectApply(statement.run, statement, values);
  }

  get(strings, ...values) {
    const statement = this.#find(strings, values);
    return ReflectApply(statement.get, statement, values);
  }

  all(strings, ...values) {
    const statement = this.#find(strings, values);
    return ReflectApply(statement.all, statement, values);
  }

  iterate(strings, ...values) {
    const statement = this.#find(strings, values);
    return ReflectApply(statement.iterate, statement, values);
  }

  clear() { this.#statements.clear(); }
  get size() { return this.#statements.size; }
  get capacity() { return this.#capacity; }
  get db() { return this.#database.object; }
}

function createTagStore(database, maxSize = DEFAULT_SIZE) {
  if (typeof maxSize !== 'number')
    throw typeError('The "maxSize" argument must be a positive integer.');
  if (!NumberIsInteger(maxSize) || maxSize < 1 || maxSize > MAX_SIZE)
    throw rangeError('The "maxSize" argument must be a positive integer.');
  return new SQLTagStore(kToken, database, maxSize);
}

module.exports = { createTagStore };
