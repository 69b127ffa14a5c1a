// B6.3: a file stream's events, each by the loop.
'use strict';
const log = console.log;

const fs = require('fs');
const stream = fs.createReadStream(__filename, { start: 0, end: 6, encoding: 'utf8' });
stream.on('open', () => log('open'));
stream.on('data', (text) => log('data', text));
stream.on('end', () => log('end'));
stream.on('close', () => log('close'));
log('main');
// => main
// => open
// => data // B6.3
// => end
// => close
