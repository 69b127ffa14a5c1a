// A page, errors
const pug = require('pug');
console.log(pug.render('doctype html\nhtml\n  body\n    each n in list\n      li(class=n % 2 ? "odd" : "even")= n\n    mixin x(a)\n      p #{a}\n    +x("<y>")', { list: [1, 2] }));
try { pug.render('p\n\t  x\n  y'); } catch (e) { console.log(e.code, e.message.split('\n').pop()); }
