'use strict';
const { temporary } = require('../harness.js');
require('node:fs').writeFileSync(temporary + '/bad.js', 'let a = 1;\nlet b = = 2;\n');
require(temporary + '/bad.js');
