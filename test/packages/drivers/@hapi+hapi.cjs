// Routes, validation, inject
const Hapi = require('@hapi/hapi');
(async () => {
  const server = Hapi.server({ port: 0, host: 'localhost' });
  server.route([{ method: 'GET', path: '/a/{n}', handler: (r, h) => h.response({ n: r.params.n, q: r.query }).code(202).header('x', 'y') }, { method: 'GET', path: '/e', handler: () => { throw new Error('x'); } }]);
  for (const u of ['/a/1?z=2', '/e', '/none']) {
    const r = await server.inject(u);
    console.log(r.statusCode, r.headers.x, r.payload);
  }
  await server.start();
  await server.stop();
  console.log('stopped');
})();
