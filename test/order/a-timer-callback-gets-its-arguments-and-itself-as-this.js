// B5.4: setTimeout(f, delay, ...args).
'use strict';
const log = console.log;

const timer = setTimeout(function(...args) {
  log(args.join(), this === timer);
}, 1, 'a', 'b', 3);
// => a,b,3 true
