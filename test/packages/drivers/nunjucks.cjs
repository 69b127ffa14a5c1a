// Loops, filters, inheritance
const n = require('nunjucks');
const env = new n.Environment(null, { autoescape: true });
env.addFilter('twice', (s) => s + s);
console.log(env.renderString('{% for k, v in m %}{{ loop.index }}{{ k }}={{ v | twice }};{% endfor %}{{ "<a>" }}{{ list | join("-") | upper }}{% set x = 3 %}{{ x ** 2 }}', { m: { a: 'x', b: 'y' }, list: ['q', 'r'] }));
try { env.renderString('{% if %}'); } catch (e) { console.log(e.message); }
