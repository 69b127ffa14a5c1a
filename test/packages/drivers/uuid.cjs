// v3, v5, parse, validate; v4 and v7 by their form
const { v3, v4, v5, v7, validate, version, parse, NIL } = require('uuid');
console.log(v3('hello', v3.DNS), v5('hello', v5.URL), NIL, parse(v5('a', v5.URL)));
const list = Array.from({ length: 1000 }, () => v4());
console.log(new Set(list).size, list.every(validate), version(v7()), version(list[0]));
