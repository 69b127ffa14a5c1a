'use strict';
// The names of built-in modules that the REPL completes; repl.builtinModules is this list, which a
// program may change.

const { ArrayPrototypeFilter, StringPrototypeStartsWith } = primordials;

const names = {
  __proto__: null,
  list: ArrayPrototypeFilter.call(require('internal/modules/public_ids').globals(),
                                  (id) => !StringPrototypeStartsWith.call(id, '_')),
};

module.exports = { names };
