// B4.3: a thenable's then() is called by a job.
'use strict';
const log = console.log;

const thenable = {
  then(resolve) {
    log('then called');
    resolve('thenable');
  },
};
Promise.resolve(thenable).then(log);
Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3));
log('main');
// => main
// => then called
// => 1
// => thenable
// => 2
// => 3
