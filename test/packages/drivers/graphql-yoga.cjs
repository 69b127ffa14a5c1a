// A query over HTTP
const { createYoga, createSchema } = require('graphql-yoga'), http = require('http');
const yoga = createYoga({ logging: false, schema: createSchema({ typeDefs: 'type Query { hello(n: Int): String }', resolvers: { Query: { hello: (_, { n }) => 'x'.repeat(n) } } }) });
const server = http.createServer(yoga).listen(0, () => {
  const body = JSON.stringify({ query: '{ hello(n: 3) }' });
  http.request({ port: server.address().port, path: '/graphql', method: 'POST', agent: false, headers: { 'content-type': 'application/json', 'content-length': body.length } }, (res) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => { console.log(res.statusCode, t); server.close(); }); }).end(body);
});
