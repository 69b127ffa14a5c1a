// Arguments
const parse = require('minimist');
console.log(parse(['-a', '1', '--b=c', '--no-d', '-xyz', 'rest', '--', 'more'], { boolean: 'x', alias: { y: 'why' }, '--': true, default: { q: 3 } }));
