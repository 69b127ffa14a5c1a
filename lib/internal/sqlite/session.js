'use strict';
// Session: records changes of a database as changesets that can be applied to others.

const { SymbolDispose } = primordials;
const { checkFunction, checkObject, checkString, illegalConstructor, stateError, typeError } =
  require('internal/sqlite/common');
const { isUint8Array } = require('internal/util/types');

const kToken = primordials.Symbol('token');

class Session {
  #handle;
  #database;
  #isBusy = false;

  constructor(token, handle, database) {
    if (token !== kToken)
      throw illegalConstructor();
    this.#handle = handle;
    this.#database = database;
  }

  #check() {
    this.#database.check();
    if (!this.#handle.isOpen())
      throw stateError('session is not open');
    if (this.#isBusy)
      throw stateError('session is currently in use');
  }

  #changes(isPatchset) {
    this.#check();
    this.#database.checkAuthorizer();
    this.#isBusy = true;
    try {
      return this.#handle.changes(isPatchset);
    } finally {
      this.#isBusy = false;
    }
  }

  changeset() { return this.#changes(false); }
  patchset() { return this.#changes(true); }

  close() {
    this.#check();
    if (this.#database.depth > 0)
      throw stateError('session cannot be closed while in a callback');
    this.#handle.close();
  }

  [SymbolDispose]() {
    if (this.#database.handle !== null && this.#handle.isOpen())
      this.close();
  }
}

function createSession(database, options, isGiven) {
  let name = 'main';
  let table;
  if (isGiven) {
    checkObject(options, 'options');
    if (options.table !== undefined)
      table = checkString(options.table, 'options.table');
    if (options.db !== undefined)
      name = checkString(options.db, 'options.db');
  }
  const handle = internalBinding('sqlite').createSession(database.check(), name, table);
  return new Session(kToken, handle, database);
}

function applyChangeset(database, changeset, options = undefined) {
  if (!isUint8Array(changeset))
    throw typeError('The "changeset" argument must be a Uint8Array.');
  let filter;
  let conflict;
  if (options !== undefined) {
    checkObject(options, 'options');
    if (options.onConflict !== undefined)
      conflict = checkFunction(options.onConflict, 'options.onConflict');
    if (options.filter !== undefined)
      filter = checkFunction(options.filter, 'options.filter');
  }
  return internalBinding('sqlite').applyChangeset(
    database.check(), changeset, filter && database.wrap(filter),
    conflict && database.wrap(conflict));
}

module.exports = { Session, applyChangeset, createSession };
