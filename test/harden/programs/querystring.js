'use strict';
const { step, text, thrown } = require('../harness.js');
const querystring = require('node:querystring');

step('parse', () => {
  const parsed = querystring.parse('a=1&b=2&b=3&c=%20x+y&d&=e&%zz=1');
  return text(parsed.a, parsed.b, parsed.c, parsed.d, parsed[''], parsed['%zz']);
});
step('parse with options', () => {
  const parsed = querystring.parse('a:1;b:2;c:3', ';', ':', { maxKeys: 2 });
  return text(parsed.a, parsed.b, parsed.c);
});
step('stringify', () => text(querystring.stringify({ a: 1, b: ['x', 'y'], c: true, d: 'é &',
  e: null, f: 5n }),
  querystring.stringify({ a: 1, b: 2 }, ';', ':')));
step('escape', () => text(querystring.escape('a b&é'), querystring.unescape('a%20b%zz')));
step('names', () => text(querystring.decode === querystring.parse,
  querystring.encode === querystring.stringify));
step('wrong arguments', () => text(thrown(() => querystring.escape('\ud800')),
  querystring.stringify(5)));
