'use strict';
// lint-ok: syntax the parser does not know it yet
using file = open();
