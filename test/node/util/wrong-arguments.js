'use strict';
// What functions of util refuse, and what they accept.
const assert = require('assert');
const util = require('util');

const type = { code: 'ERR_INVALID_ARG_TYPE' };
const range = { code: 'ERR_OUT_OF_RANGE' };
assert.throws(() => util._errnoException(), type);
assert.throws(() => util._errnoException(5, 'read'), range);
assert.throws(() => util._exceptionWithHostPort('x', 'read'), type);
assert.throws(() => util._exceptionWithHostPort(-2.5, 'read'), range);
assert.strictEqual(util._errnoException(-1, 'read').message, 'read EPERM');
assert.throws(() => util.formatWithOptions(() => {}, 'x'), type);
assert.strictEqual(util.formatWithOptions([], 'x'), 'x');
for (const options of [null, []])
  assert.throws(() => util.getCallSites(options), { ...type, message: /"options"/ });
assert.strictEqual(util.setTraceSigInt('x'), undefined);
assert.strictEqual(util.debuglog('none').name, 'logger');
assert.deepStrictEqual(util.parseArgs('no object').positionals, []);
for (const signal of [undefined, null, {}, { aborted: true }]) {
  assert.rejects(util.aborted(signal, {}),
                 { ...type, name: 'TypeError', message: 'signal is not of type AbortSignal.' });
}
assert.deepStrictEqual(Object.keys(util.MIMEType.prototype), []);
assert.deepStrictEqual(Object.keys(util.MIMEParams.prototype), []);

const { urlToHttpOptions } = require('url');
assert.throws(() => urlToHttpOptions(null),
              { ...type, message: 'The "url" argument must be of type object. Received null' });
assert.strictEqual(urlToHttpOptions(() => {}).path, '');

const vm = require('vm');
assert.throws(() => vm.createContext(() => {}), type);
assert.throws(() => vm.isContext(() => {}), type);
assert.throws(() => vm.runInContext('1', null), { ...type, message: /^The "object" argument/ });
