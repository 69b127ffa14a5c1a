// Loops, async
const ejs = require('ejs');
console.log(ejs.render('<% for (const n of list) { %><%= n %>,<% } %> <%- raw %> <%= raw %>', { list: [1, 2], raw: '<i>' }));
ejs.render('<%= await p %>', { p: Promise.resolve(5) }, { async: true }).then(console.log);
