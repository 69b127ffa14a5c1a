// A map of 50,000, lists, records
const { Map, List, Record, fromJS, Set } = require('immutable');
let map = Map();
map = map.withMutations((m) => { for (let i = 0; i < 50000; i++) m.set('k' + i, i); });
console.log(map.size, map.get('k4999'), map.filter((v) => v % 10000 === 0).sort().toJS());
console.log(fromJS({ a: { b: [1, 2, { c: 3 }] } }).setIn(['a', 'b', 2, 'c'], 4).toJS());
const Point = Record({ x: 0, y: 0 });
console.log(String(new Point({ x: 1 })), Set([1, 2, 2, 3]).size, List([1, 2, 3]).reduce((a, b) => a + b), map.hashCode());
