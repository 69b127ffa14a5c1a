// CSV both ways
const P = require('papaparse');
console.log(P.parse('a,b\n1,"x,y"\n2,z', { header: true, dynamicTyping: true }), P.unparse([{ a: 1, b: 'q"r' }]));
