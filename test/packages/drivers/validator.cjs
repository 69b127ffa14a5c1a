// Checks
const v = require('validator');
console.log(v.isEmail('a@b.co'), v.isURL('http://x.y/z'), v.isIBAN('DE89370400440532013000'), v.isCreditCard('4111111111111111'), v.escape('<a>'), v.isISO8601('2020-02-30', { strict: true }), v.normalizeEmail('A.B+c@gmail.com'), v.isMobilePhone('+4915112345678', 'de-DE'));
