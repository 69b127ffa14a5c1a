// Small parts of express: cookie, content-type, etag, fresh, http-errors, accepts
const { parse, serialize, parseCookie, stringifySetCookie } = require('cookie');
console.log((parse || parseCookie)('a=1; b=%20x'), serialize ? serialize('n', 'v', { maxAge: 5, path: '/' }) : stringifySetCookie({ name: 'n', value: 'v', maxAge: 5, path: '/' }));
console.log(require('etag')('body'), require('fresh')({ 'if-none-match': '"a"' }, { etag: '"a"' }), require('http-errors')(404, 'x').expose, require('statuses').message[418], require('bytes')('1kb'), require('ms')('2 days'));
console.log(require('path-to-regexp').match('/a/:b{/:c}')('/a/x/y'), new (require('find-my-way'))({}).lookup.length);
