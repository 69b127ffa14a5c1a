'use strict';
// What Node's own tests reach with --expose-internals.

const binding = internalBinding('util');
binding.previewEntries ??= (object, isIterator) =>
  require('internal/util/preview').previewEntries(object, isIterator);

const timers = internalBinding('timers');
timers.getLibuvNow ??= timers.now;

module.exports = { internalBinding, primordials };
