'use strict';
// What a function is asked by for the names of its results, when util.promisify() is to give an
// object of them. By itself, so that fs need not load the rest of internal/util.

const { Symbol } = primordials;

module.exports = { customPromisifyArgs: Symbol('customPromisifyArgs') };
