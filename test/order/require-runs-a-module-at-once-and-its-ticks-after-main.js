// B2.1: a required module is part of the main script.
'use strict';
const log = console.log;

const m = new module.constructor('inner');
m._compile("console.log('module'); process.nextTick(console.log, 'tick of module');", 'inner');
process.nextTick(() => log('tick of main'));
log('main');
// => module
// => main
// => tick of module
// => tick of main
