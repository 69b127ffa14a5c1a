// Sections
const M = require('mustache');
console.log(M.render('{{#list}}{{.}},{{/list}}{{^none}}empty{{/none}} {{&raw}} {{raw}} {{> p}}', { list: [1, 2], none: [], raw: '<' }, { p: 'partial {{list.length}}' }));
