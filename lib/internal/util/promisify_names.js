'use strict';
// The symbol under which a function lists the names of its results, so that util.promisify()
// resolves with an object. In a file of its own, so that fs does not load all of internal/util.

const { Symbol } = primordials;

module.exports = { customPromisifyArgs: Symbol('customPromisifyArgs') };
