// Mixins
require('less').render('.m(@x: 2px) { width: @x * 2; &:hover { color: darken(#fff, 20%); } } a { .m(); b { .m(3px) } } @list: 1, 2; .e { each(@list, { .i-@{value} { z: @value } }); }').then((o) => console.log(o.css));
require('less').render('a { .nope(); }').catch((e) => console.log(e.type, e.message));
