// Namespaces, formats
process.env.DEBUG_COLORS = '0';
process.env.DEBUG_HIDE_DATE = '1';
const debug = require('debug');
debug.enable('app:*,-app:no');
debug('app:one')('hello %s %d %j %o', 'x', 1, { a: 1 }, { b: [1] });
debug('app:no')('hidden');
debug('other')('hidden');
console.log(debug('app:one').enabled, debug('app:no').enabled);
