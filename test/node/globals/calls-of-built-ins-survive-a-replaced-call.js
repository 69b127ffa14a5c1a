'use strict';
// Built-ins call engine functions with a receiver even if Function.prototype.call is replaced.
const { call } = Function.prototype;
const { deepStrictEqual } = require('assert');
let used = 0;
Function.prototype.call = function() { used++; throw new Error('replaced'); };
const { isDeepStrictEqual } = require('util');   // loaded after the change
const same = isDeepStrictEqual([new Date(1), new Map([[1, 2]])], [new Date(1), new Map([[1, 2]])]);
Function.prototype.call = call;
deepStrictEqual([same, used], [true, 0]);
