// B3.5: timer, immediate, file, each with its tick and job.
'use strict';
const log = console.log;

const fs = require('fs');
const behind = (name) => {
  process.nextTick(() => log(name, 'tick'));
  Promise.resolve().then(() => log(name, 'job'));
  log(name);
};
setTimeout(() => {
  behind('timer');
  setImmediate(() => {
    behind('immediate');
    fs.stat(__filename, () => {
      behind('file');
      setImmediate(() => behind('last'));
    });
  });
}, 1);
// => timer
// => timer tick
// => timer job
// => immediate
// => immediate tick
// => immediate job
// => file
// => file tick
// => file job
// => last
// => last tick
// => last job
