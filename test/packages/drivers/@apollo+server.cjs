// Queries, mutations, errors, batches and persisted queries over HTTP
const { ApolloServer } = require('@apollo/server');
const { startStandaloneServer } = require('@apollo/server/standalone');
const { GraphQLError } = require('graphql');
const books = [{ id: '1', title: 'A' }, { id: '2', title: 'B' }];
const server = new ApolloServer({
  typeDefs: 'type Book { id: ID! title: String! } type Query { books(first: Int): [Book!]! fail: String who: String } type Mutation { add(title: String!): Book! }',
  resolvers: {
    Query: { books: (_, { first }) => books.slice(0, first), who: (_, __, context) => context.user, fail() { throw new GraphQLError('refused', { extensions: { code: 'FORBIDDEN', http: { status: 403 } } }); } },
    Mutation: { add(_, { title }) { const book = { id: String(books.length + 1), title }; books.push(book); return book; } },
  },
  includeStacktraceInErrorResponses: false, allowBatchedHttpRequests: true,
  plugins: [{ async requestDidStart() { return { async willSendResponse({ response }) { response.http.headers.set('x-plugin', 'yes'); } }; }, async serverWillStart() { console.log('starting'); return { async drainServer() { console.log('draining'); } }; } }],
});
(async () => {
  const { url } = await startStandaloneServer(server, { listen: { port: 0 }, context: async ({ req }) => ({ user: req.headers['x-user'] }) });
  const send = async (body, headers = {}) => {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
    console.log(answer.status, answer.headers.get('x-plugin'), answer.headers.get('content-type'), await answer.text());
  };
  await send({ query: '{ books { id title } }' });
  await send({ query: 'query ($n: Int) { books(first: $n) { title } who }', variables: { n: 1 } }, { 'x-user': 'me' });
  await send({ query: 'mutation { add(title: "C") { id } }' });
  await send({ query: '{ fail }' });
  await send({ query: '{ none }' });
  await send({ query: '{ books { ' });
  await send([{ query: '{ who }' }, { query: '{ books { id } }' }]);
  const hash = require('crypto').createHash('sha256').update('{ who }').digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
  await send({ extensions });
  await send({ query: '{ who }', extensions });
  await send({ extensions }, { 'x-user': 'kept' });
  const simple = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' });
  console.log(simple.status, (await simple.text()).slice(0, 80));
  console.log(JSON.stringify(await server.executeOperation({ query: '{ books(first: 1) { id } }' })).slice(0, 120));
  await server.stop();
})();
