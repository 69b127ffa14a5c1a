// B2.2: it runs as long as another timer lives.
'use strict';
const log = console.log;

let ran = false;
setInterval(() => { ran = true; }, 1).unref();
setTimeout(() => log('last', ran), 20);
// => last true
