'use strict';
const { step, text, thrown } = require('../harness.js');
const url = require('node:url');

step('URL', () => {
  const it = new URL('https://user:pa%20ss@example.com:8080/a/../b?x=1&y=2#frag');
  it.port = '9';
  it.pathname = '/new path';
  it.search = '?q';
  it.hash = '';
  it.host = 'other.org';
  return text(it.href, it.origin, it.protocol, it.username, it.password, it.hostname,
    it.searchParams.get('q'));
});
step('relative', () => text(new URL('../x?y', 'http://a.b/c/d/e').href,
  new URL('//h/p', 'http://a/').href,
  URL.canParse('x', 'http://a/'), URL.canParse('x'), URL.parse('http://a/b').pathname,
    URL.parse('x')));
step('hosts', () => text(new URL('http://EXAMPLE.com').host, new URL('http://bücher.de/').host,
  new URL('http://0x7f.1/').host, new URL('http://[::1]:80/').host,
    new URL('file:///a/b').pathname));
step('params', () => {
  const params = new URLSearchParams('a=1&b=2&a=3');
  params.append('c', 'é +');
  params.set('b', 'x');
  params.delete('a');
  params.append('a', '9');
  params.sort();
  let seen = '';
  params.forEach((value, name) => { seen += name + value; });
  return text(params.toString(), params.get('c'), params.has('b'), params.getAll('a'), params.size,
    seen);
});
step('params in a loop', () => {
  let seen = '';
  const entries = new URLSearchParams('a=1&b=2').entries();
  for (let next = entries.next(); !next.done; next = entries.next()) {
    seen += next.value[0] + next.value[1];
  }
  return text(seen);
});
step('params of objects', () => text(new URLSearchParams({ a: 1, b: 'x' }).toString(),
  new URLSearchParams([['a', 'b']]).toString(), new URLSearchParams(new Map([['m',
    'n']])).toString()));
step('files', () => text(url.fileURLToPath('file:///a%20b'), url.pathToFileURL('/a b#c').href,
  url.domainToASCII('bücher.de'), url.domainToUnicode('xn--bcher-kva.de')));
step('old API', () => {
  const parsed = url.parse('http://user@host.com:80/p/a?x=1#h', true);
  return text(parsed.host, parsed.port, parsed.pathname, parsed.query.x, parsed.hash, parsed.auth,
    url.format(parsed), url.resolve('/one/two', 'three'), url.format({ protocol: 'http', host: 'a',
      pathname: 'b', query: { c: 1 } }));
});
step('format and options', () => {
  const it = new URL('http://u:p@bücher.de/a?b#c');
  const options = url.urlToHttpOptions(it);
  return text(url.format(it, { fragment: false, auth: false, unicode: true }), options.hostname,
    options.path, options.auth);
});
step('JSON and inspect', () => text(JSON.stringify({ u: new URL('http://a/') }),
  require('node:util').inspect(new URL('http://a/b?c')),
    require('node:util').inspect(new URLSearchParams('a=1'))));
step('URLPattern', () => {
  const pattern = new URLPattern({ pathname: '/users/:id{.:ext}?' });
  const found = pattern.exec({ pathname: '/users/5.json' });
  return text(pattern.test('http://a/users/7'), found.pathname.groups.id, found.pathname.groups.ext,
    pattern.pathname, pattern.exec('http://a/none'),
      new URLPattern('http://*.a.org/(\\d+)').test('http://x.a.org/12'));
});
step('wrong arguments', () => text(thrown(() => new URL('x')), thrown(() => new URL()),
  thrown(() => url.fileURLToPath('http://a')), thrown(() => url.parse(5)),
  thrown(() => new URLPattern('(')), thrown(() => new URLSearchParams().get())));
step('a pair of one', () => text(thrown(() => new URLSearchParams([['a']]))));
