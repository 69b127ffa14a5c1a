// B5.3: the continuation runs in the poll phase.
'use strict';
const log = console.log;

const { promises } = require('fs');
(async () => {
  await promises.readFile(__filename);
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
})();
// => immediate
// => timer
