// Schema, query, errors
const { buildSchema, graphql, parse, print } = require('graphql');
const schema = buildSchema('type Item { id: ID!, tags: [String!] } type Query { item(id: ID!): Item, items(n: Int = 2): [Item] }');
const root = { item: ({ id }) => { if (id === '9') throw new Error('no such'); return { id, tags: () => ['t' + id] }; }, items: ({ n }) => Array.from({ length: n }, (_, i) => ({ id: i })) };
(async () => {
  for (const source of ['{ item(id: 3) { id tags } items { id } }', '{ item(id: 9) { id } }', '{ nope }', '{'])
    console.log(JSON.stringify(await graphql({ schema, source, rootValue: root })));
  console.log(print(parse('query Q($a:Int){items(n:$a){...F}} fragment F on Item{id}')));
})();
