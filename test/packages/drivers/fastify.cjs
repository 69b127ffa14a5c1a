// Schemas, hooks, inject
const app = require('fastify')();
app.addHook('onRequest', async (req, reply) => { reply.header('x-hook', '1'); });
app.post('/a/:id', { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } }, body: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } }, response: { 200: { type: 'object', properties: { sum: { type: 'number' } } } } } },
  async (req) => ({ sum: req.params.id + req.body.n, hidden: 1 }));
app.get('/err', async () => { throw Object.assign(new Error('no'), { statusCode: 409, code: 'X' }); });
app.register(async (scope) => { scope.decorate('v', 7); scope.get('/v', () => ({ v: scope.v })); }, { prefix: '/in' });
(async () => {
  for (const r of [{ method: 'POST', url: '/a/3', payload: { n: 4 } }, { method: 'POST', url: '/a/x', payload: { n: 4 } }, { method: 'POST', url: '/a/3', payload: {} }, '/err', '/in/v', '/none']) {
    const res = await app.inject(r);
    console.log(res.statusCode, res.headers['x-hook'], res.payload);
  }
  await app.listen({ port: 0 });
  const { port } = app.server.address();
  require('http').get({ port, path: '/in/v' }, (res) => res.on('data', (d) => console.log(String(d))).on('end', () => app.close().then(() => console.log('closed'))));
})();
