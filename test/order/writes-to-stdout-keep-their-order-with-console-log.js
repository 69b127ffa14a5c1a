// B2.3: nothing is cut or reordered at exit.
'use strict';
const log = console.log;

process.stdout.write('one\n');
log('two');
process.stdout.write('three\n', () => process.stdout.write('five\n'));
log('four');
// => one
// => two
// => three
// => four
// => five
