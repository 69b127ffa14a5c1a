// B2.4, B4.1: it is caught, or uncaught, and the next timer of the list runs.
'use strict';
const deep = () => deep() + 1;
process.on('uncaughtException', (error) => console.log('uncaught', error.name));
setTimeout(() => {
  Promise.resolve().then(() => {
    try {
      deep();
    } catch (error) {
      console.log('caught', error.name);
    }
  });
}, 1);
setTimeout(() => queueMicrotask(deep), 1);
setTimeout(() => process.nextTick(deep), 1);
setTimeout(() => console.log('next timer'), 1);
// => caught RangeError
// => uncaught RangeError
// => uncaught RangeError
// => next timer
