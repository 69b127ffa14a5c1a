// B4.3: the others still run.
'use strict';
const log = console.log;

const later = (name, jobs) => jobs === 0 ? Promise.resolve(log(name)) :
  Promise.resolve().then(() => later(name, jobs - 1));
Promise.all([later('slow', 3), Promise.reject(new Error('no'))]).catch((e) => log(e.message));
// => no
// => slow
