'use strict';
// backup(): copies a database to a file, some pages in each turn of the loop, so that the program
// continues meanwhile.

const { Promise } = primordials;
const { checkFunction, checkInteger, checkObject, checkString, rangeError, readPath, stateError,
        typeError } = require('internal/sqlite/common');
const { connectionOf } = require('internal/sqlite/database');

const DEFAULT_RATE = 100;

function readOptions(options) {
  const result = { __proto__: null, rate: DEFAULT_RATE, source: 'main', target: 'main',
                   progress: undefined };
  if (options === undefined)
    return result;
  checkObject(options, 'options');
  if (options.rate !== undefined) {
    result.rate = checkInteger(options.rate, 'options.rate');
    if (result.rate <= 0)
      throw rangeError('The "options.rate" argument must be a positive integer.');
  }
  if (options.source !== undefined)
    result.source = checkString(options.source, 'options.source');
  if (options.target !== undefined)
    result.target = checkString(options.target, 'options.target');
  if (options.progress !== undefined)
    result.progress = checkFunction(options.progress, 'options.progress');
  return result;
}

function backup(sourceDb, path, options = undefined) {
  const connection = connectionOf(sourceDb);
  if (connection === undefined)
    throw typeError('The "sourceDb" argument must be an object.');
  if (connection.handle === null)
    throw stateError('database is not open');
  const file = readPath(path);
  const { rate, source, target, progress } = readOptions(options);
  connection.check(); // an accessor of the options may have closed it
  return new Promise((resolve, reject) => {
    const copy = internalBinding('sqlite').backup(connection.handle, file, source, target);
    const { setImmediate } = require('timers');
    const end = (settle, value) => {
      copy.end();
      settle(value);
    };
    const step = () => {
      try {
        const isDone = copy.step(rate);
        const totalPages = copy.pages(true);
        const remainingPages = copy.pages(false);
        if (isDone)
          return end(resolve, totalPages);
        progress?.({ totalPages, remainingPages });
        setImmediate(step);
      } catch (error) {
        end(reject, error);
      }
    };
    setImmediate(step);
  });
}

module.exports = { backup };
