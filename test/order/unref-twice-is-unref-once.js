// B5.4: references are not counted per timer.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('fires'), 1);
timer.unref().unref().ref();
// => fires
