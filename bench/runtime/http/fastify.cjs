// fastify: a route that says hello.
const { load } = require('../with_servers/load.cjs');
const app = load('fastify')();
app.get('/', async () => 'hello');
app.listen({ port: 0, host: '127.0.0.1' }, () => console.log(app.server.address().port));
