// Helpers, partials
const H = require('handlebars');
H.registerHelper('up', (s) => new H.SafeString(s.toUpperCase()));
H.registerPartial('row', '<td>{{this.n}}{{#if last}}!{{/if}}</td>');
console.log(H.compile('{{#each list}}{{> row this last=@last}}{{else}}none{{/each}} {{up name}} {{{raw}}} {{raw}}')({ list: [{ n: 1 }, { n: 2 }], name: 'x', raw: '<b>' }));
try { H.compile('{{#if x}}')({}); } catch (e) { console.log(e.message); }
