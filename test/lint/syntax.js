'use strict';
exports.broken = 1 +;   // bad: syntax
