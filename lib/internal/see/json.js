'use strict';
// JSON that a program cannot change. JSON.stringify() calls toJSON() of every object and array,
// which a program may have added to Object.prototype or Array.prototype.

const { JSONStringify, ObjectSetPrototypeOf } = primordials;

// Removes the prototype of an array. Call its methods as ArrayPrototypePush.call(list, item).
const bare = (list) => ObjectSetPrototypeOf(list, null);

// The JSON text of an array whose values have no prototype.
const listText = (list) => JSONStringify(bare(list));

module.exports = { bare, listText };
