// htmlparser2, parse5, entities, he, css-tree
const { Parser } = require('htmlparser2');
const names = [];
const p = new Parser({ onopentag: (n, a) => names.push([n, a]), ontext: (t) => names.push(t) });
p.end('<a href=x>t&amp;<br></a>');
console.log(names, require('entities').decodeHTML('&eacute;&#x41;'), require('he').encode('é<'));
const css = require('css-tree');
console.log(css.generate(css.parse('a{color:red;margin:1px 2px}')));
import('parse5').then(({ parse, serialize }) => console.log(serialize(parse('<p>a<p>b<table><tr>x'))));
