// Mixins, loops, errors
const sass = require('sass');
console.log(sass.compileString('@use "sass:math"; @mixin m($x: 1px) { width: $x; @content; } @for $i from 1 through 3 { .a-#{$i} { @include m(math.div($i * 10px, 2)) { &:hover { color: mix(red, blue); } } } }', { logger: sass.Logger.silent }).css);
try { sass.compileString('a { b: $c }'); } catch (e) { console.log(e.sassMessage); }
